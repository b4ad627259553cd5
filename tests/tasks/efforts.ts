import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { Effort } from "./simulated-user.ts";

const file = "docs/tasks.md";

/** Allows a tenth more, because a slow page may move the initial focus, which takes extra key presses. */
const tolerance = 1.1;

type DocumentedEffort = Map<string, number[]>;

/** Reads a table of docs/tasks.md: the pages, presses, fields and typed characters of each task. */
export async function readEffortTable(heading: string): Promise<DocumentedEffort> {
	const [, section = ""] = (await readFile(file, "utf8")).split(`## ${heading}\n`);
	const [table = ""] = section.split("\n## ");
	const rows = table.split("\n").filter((line) => /\| \d/.test(line));
	return new Map(
		rows.map((line) => {
			const [name = "", ...counts] = line
				.split("|")
				.slice(1, 6)
				.map((cell) => cell.trim());
			return [name, counts.map(Number)];
		}),
	);
}

/** Prints the effort of a task, and fails if it is more than a tenth above the documented one. */
export function checkEffort(
	heading: string,
	name: string,
	effort: Effort,
	documentedEffort: DocumentedEffort,
) {
	const { pages, presses, fields, characters, ms } = effort;
	const counts = [pages, presses, fields, characters];
	console.log(`${heading}: | ${[name, ...counts].join(" | ")} | (${(ms / 1000).toFixed(1)} s)`);
	const documented = documentedEffort.get(name) ?? [];
	const exceeded = counts.filter((count, index) => count > (documented[index] ?? 0) * tolerance);
	expect.soft(exceeded, `${name}: ${counts} instead of ${documented} (${file})`).toEqual([]);
}
