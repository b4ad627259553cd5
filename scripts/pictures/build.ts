import { mkdirSync, writeFileSync } from "node:fs";
import { favicon } from "./favicon.ts";
import { people, portrait } from "./people.ts";
import { picture } from "./picture.ts";

const site = new URL("../../public/", import.meta.url);
mkdirSync(new URL("pictures/people/", site), { recursive: true });

function write(name: string, text: string): void {
	writeFileSync(new URL(name, site), text);
}

for (const [slug, person] of Object.entries(people)) {
	write(`pictures/people/${slug}.svg`, picture(portrait(person), 160, 160));
}
write("favicon.svg", favicon());
