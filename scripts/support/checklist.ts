import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";

/** A test as a row names it: `` `tests/e2e/home.test.ts` › its title ``. */
type NamedTest = { file: string; title: string };

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

/** A row of the contract by its number, or of the OWASP ASVS by its item: `| 12 |`, `| V1.2.1 |`. */
const rowBegin = /^\| (?:\d+|(V\d+\.\d+\.\d+)) \|/;
/** Where an item of the ASVS has no test, its last cell begins with why. */
const reason =
	/\| (?:Does not apply|By construction|Documented|The platform's|Not met): \S[^|]*\|$/;

type Row = { line: number; named: NamedTest[]; reasoned: boolean };

function readRows(list: string): Row[] {
	return list.split("\n").flatMap((text, index) => {
		const [begin, item] = rowBegin.exec(text) ?? [];
		if (!begin) return [];
		const line = index + 1;
		const named = Array.from(text.matchAll(naming), ([, file = "", title = ""]) => ({
			file,
			title: title.trim().replaceAll("\\|", "|"),
		}));
		return [{ line, named, reasoned: item !== undefined && reason.test(text) }];
	});
}

/**
 * Compares a checklist with what ran.
 * @param checklist file of Markdown, such as docs/contract.md
 * @param report the JSON report of Vitest
 * @returns a sentence for each row that names neither test nor reason, or a test that is not there or did not pass; and how many rows
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
	const complaints = rows.flatMap(({ line, named, reasoned }) => {
		if (named.length === 0 && !reasoned) return [`${checklist}:${line}: names no test`];
		return named
			.filter(({ file, title }) => !passed.has(`${resolve(file)} ${title}`))
			.map(({ file, title }) => `${checklist}:${line}: no passed test “${title}” in ${file}`);
	});
	return { rows: rows.length, complaints };
}
