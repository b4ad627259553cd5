import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TestFile } from "./results.ts";

/** A test as a row names it: `` `tests/e2e/home.test.ts` › its title ``. */
type NamedTest = { file: string; title: string };

const naming = /`([\w./-]+\.test\.tsx?)` › ([^|<]+)/g;

/**
 * A row of the contract by its number, of the OWASP ASVS by its item, or of the reviews by their findings: `| 12 |`, `| V1.2.1 |`,
 * `| money H1, server A1: what was wrong |`.
 */
const rowBegin =
	/^\| (?:\d+|(V\d+\.\d+\.\d+)|((?:money|server|attacks|pages) [A-Z§]\d*[a-z]?\b[^|]*)) \|/;
/** Where an item or a finding has no test, its last cell begins with why. */
const reason =
	/\| (?:Does not apply|By construction|Documented|The platform's|Not met|No fault|No test|Not built): \S[^|]*\|$/;
/** The last cell of a finding whose tests were seen to fail without the fix. */
const seen = /\| seen\b[^|]*\|$/;

type Row = { line: number; named: NamedTest[]; reasoned: boolean; unseen: boolean };

function readRows(list: string): Row[] {
	return list.split("\n").flatMap((text, index) => {
		const [begin, item, finding] = rowBegin.exec(text) ?? [];
		if (!begin) return [];
		const line = index + 1;
		const named = Array.from(text.matchAll(naming), ([, file = "", title = ""]) => ({
			file,
			title: title.trim().replaceAll("\\|", "|"),
		}));
		const reasoned = (item ?? finding) !== undefined && reason.test(text);
		const unseen = finding !== undefined && !reasoned && !seen.test(text);
		return [{ line, named, reasoned, unseen }];
	});
}

/**
 * Compares a checklist with what ran.
 * @param checklist file of Markdown, such as docs/contract.md
 * @returns a sentence for each row that names neither test nor reason, or a test that is not there or did not pass, and for
 * each finding whose tests were not seen to fail
 */
export async function checkChecklist(checklist: string, files: TestFile[]): Promise<string[]> {
	const rows = readRows(await readFile(checklist, "utf8"));
	if (rows.length === 0) return [`${checklist} has no rows`];
	const passed = new Set(
		files.flatMap(({ file, tests }) =>
			tests
				.filter(({ state }) => state === "passed")
				.flatMap(({ fullTitle, title }) => [`${file} ${fullTitle}`, `${file} ${title}`]),
		),
	);
	return rows.flatMap(({ line, named, reasoned, unseen }) => {
		if (unseen) return [`${checklist}:${line}: does not say that its tests were seen to fail`];
		if (named.length === 0 && !reasoned) return [`${checklist}:${line}: names no test`];
		return named
			.filter(({ file, title }) => !passed.has(`${resolve(file)} ${title}`))
			.map(({ file, title }) => `${checklist}:${line}: no passed test “${title}” in ${file}`);
	});
}
