import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { Effort } from "./simulated-user.ts";

const file = "docs/tasks.md";

/** Allows a tenth more, because focus may start elsewhere if a page opens slowly. */
const tolerance = 1.1;

type DocumentedEfforts = Map<string, number[]>;

/** Reads a table of docs/tasks.md: the pages, presses, fields and typed characters of each task. */
export async function readEfforts(title: string): Promise<DocumentedEfforts> {
	const [, section = ""] = (await readFile(file, "utf8")).split(`## ${title}\n`);
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
	title: string,
	name: string,
	effort: Effort,
	documentedEfforts: DocumentedEfforts,
) {
	const { pages, presses, fields, characters, ms } = effort;
	const counts = [pages, presses, fields, characters];
	console.log(`${title}: | ${[name, ...counts].join(" | ")} | (${(ms / 1000).toFixed(1)} s)`);
	const allowed = documentedEfforts.get(name) ?? [];
	const exceeded = counts.filter((count, index) => count > (allowed[index] ?? 0) * tolerance);
	expect.soft(exceeded, `${name}: ${counts} instead of ${allowed} (${file})`).toEqual([]);
}
