import { readFile, writeFile } from "node:fs/promises";

const performancePage = "docs/performance.md";

/** @returns a Markdown table; the first column is text, the others are numbers */
export function table(head: string[], rows: (string | number)[][]): string {
	const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
	const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
	return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/**
 * Puts what was measured into its place in docs/performance.md, or in another page; what people wrote around it stays.
 * @param name of the place, between `<!-- name -->` and `<!-- /name -->`
 * @throws Error when the page has no such place
 */
export async function writeSection(
	name: string,
	text: string,
	file = performancePage,
): Promise<void> {
	const page = await readFile(file, "utf8");
	const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [start, end] = [page.indexOf(open), page.indexOf(close)];
	if (start < 0 || end < start) throw new Error(`${file} has no place for “${name}”.`);
	const written = `${page.slice(0, start)}${open}\n${text.trim()}\n${page.slice(end)}`;
	await writeFile(file, written);
}
