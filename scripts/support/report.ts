import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import reactRouter from "react-router/package.json" with { type: "json" };
import workerd from "workerd/package.json" with { type: "json" };

/** Formats a Markdown table. The first column is text, the others are numbers. */
export function formatTable(head: string[], rows: (string | number)[][]): string {
	const formatRow = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
	const separators = head.map((_, column) => (column === 0 ? "---" : "---:"));
	return [formatRow(head), formatRow(separators), ...rows.map(formatRow)].join("\n");
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a Markdown file. */
export async function writeSection(name: string, text: string, file: string): Promise<void> {
	const page = await readFile(file, "utf8");
	const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [start, end] = [page.indexOf(open), page.indexOf(close)];
	if (start < 0 || end < start) throw new Error(`${file} has no section “${name}”.`);
	await writeFile(file, `${page.slice(0, start)}${open}\n${text.trim()}\n${page.slice(end)}`);
}

export function describeMachine(): string {
	const processors = cpus();
	return [
		`${processors.length} × ${processors[0]?.model ?? "unknown processor"}`,
		`${Math.round(totalmem() / 2 ** 30)} GiB`,
		`${type()} ${release()}`,
		`Node ${process.versions.node}`,
		`workerd ${workerd.version}`,
		`React Router ${reactRouter.version}`,
		`load average ${loadavg()[0]?.toFixed(1)}`,
		new Date().toISOString().slice(0, 10),
	].join(", ");
}
