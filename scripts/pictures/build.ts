import { mkdirSync, writeFileSync } from "node:fs";
import { picture } from "./picture.ts";
import { tools } from "./tools/index.ts";

const folder = new URL("../../public/pictures/", import.meta.url);
mkdirSync(new URL("people/", folder), { recursive: true });

for (const [slug, draw] of Object.entries(tools)) {
	writeFileSync(new URL(`${slug}.svg`, folder), picture(draw()));
}
