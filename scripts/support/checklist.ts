import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";

/** A test as a row names it: `` `tests/e2e/home.test.ts` › its title ``. */
type NamedTest = { file: string; title: string; line: number };

const reportSchema = v.object({
	testResults: v.array(
		v.object({
			name: v.string(),
			assertionResults: v.array(
				v.object({ fullName: v.string(), title: v.string(), status: v.string() }),
			),
		}),
	),
});

const naming = /`([\w./-]+\.test\.tsx?)` › ([^|<]+)/g;

/** @returns every test that the rows of a checklist name; a row without one is named by an empty file */
function readRows(text: string): NamedTest[] {
	return text.split("\n").flatMap((row, index) => {
		if (!/^\| \d+ \|/.test(row)) return [];
		const named = Array.from(row.matchAll(naming), ([, file = "", title = ""]) => ({
			file,
			title: title.trim().replaceAll("\\|", "|"),
			line: index + 1,
		}));
		return named.length > 0 ? named : [{ file: "", title: row, line: index + 1 }];
	});
}

/**
 * Compares a checklist with what ran.
 * @param checklist file of Markdown, such as docs/contract.md
 * @param report the JSON report of Vitest
 * @returns a sentence for each row that names no test, or one that is not there or did not pass; and how many rows
 */
export async function checkChecklist(checklist: string, report: string) {
	const rows = readRows(await readFile(checklist, "utf8"));
	const { testResults } = v.parse(reportSchema, JSON.parse(await readFile(report, "utf8")));
	const passed = new Set(
		testResults.flatMap(({ name, assertionResults }) =>
			assertionResults
				.filter(({ status }) => status === "passed")
				.flatMap(({ fullName, title }) => [`${name} ${fullName}`, `${name} ${title}`]),
		),
	);
	const complaints = rows
		.filter(({ file, title }) => !passed.has(`${resolve(file)} ${title}`))
		.map(({ file, title, line }) =>
			file
				? `${checklist}:${line}: no passed test “${title}” in ${file}`
				: `${checklist}:${line}: names no test`,
		);
	return { rows: new Set(rows.map(({ line }) => line)).size, complaints };
}
