import { mkdirSync, writeFileSync } from "node:fs";
import { favicon } from "./favicon.ts";
import { people, portrait } from "./people.ts";
import { picture } from "./picture.ts";
import { bay } from "./scenes/bay.ts";
import { notFound } from "./scenes/not-found.ts";
import { toolWall } from "./scenes/tool-wall.ts";
import { workbench } from "./scenes/workbench.ts";
import { tools } from "./tools/index.ts";

const site = new URL("../../public/", import.meta.url);
mkdirSync(new URL("pictures/people/", site), { recursive: true });

function write(name: string, text: string): void {
	writeFileSync(new URL(name, site), text);
}

for (const [slug, draw] of Object.entries(tools)) write(`pictures/${slug}.svg`, picture(draw()));
for (const [slug, person] of Object.entries(people)) {
	write(`pictures/people/${slug}.svg`, picture(portrait(person), 160, 160, undefined));
}
for (const [index, draw] of [workbench, toolWall, bay].entries()) {
	write(`pictures/carousel-${index + 1}.svg`, picture(draw(), 1600, 700, undefined));
}
write("pictures/not-found.svg", picture(notFound()));
write("favicon.svg", favicon());
