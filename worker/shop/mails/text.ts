import type { Part } from "./part.ts";

function linesOf(part: Part): string {
	switch (part.kind) {
		case "heading":
			return `${part.text}\n${"=".repeat(part.text.length)}`;
		case "button":
		case "link":
			return `${part.text}:\n${part.href}`;
		case "facts":
			return part.rows.map(([name, value]) => `${name}: ${value}`).join("\n");
		default:
			return part.text;
	}
}

/** @returns the text part of a mail: an empty line between parts, the sender's name last */
export const textOf = (parts: Part[], sender: string): string =>
	`${[...parts.map(linesOf), sender].join("\n\n")}\n`;
