import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TestFile } from "./results.ts";

/** Matches `` `tests/e2e/home.test.ts` › the title of a test ``. */
const testReference = /`([\w./-]+\.test\.tsx?)` › ([^|<]+)/g;

/**
 * A row for a requirement of the contract (`| 12 |`), a requirement of the OWASP ASVS (`| V1.2.1 |`), or findings
 * (`| money H6b, server A1: the defect |`). Finding IDs are as in the review reports: area, then letter and number, or section (§1).
 */
const rowStart =
	/^\| (?:\d+|(V\d+\.\d+\.\d+)|((?:money|server|attacks|pages) [A-Z§]\d*[a-z]?\b[^|]*)) \|/;
/** The last cell of an ASVS requirement or a finding that has no test. */
const reasonCell =
	/\| (?:Does not apply|By construction|Documented|Platform|Not met|Not a bug|No test|Not built): \S[^|]*\|$/;
/** The last cell of a finding whose tests were verified to fail without the fix. */
const verifiedToFail = /\| verified\b[^|]*\|$/;

/**
 * @param checklist - path of a Markdown file
 * @returns a message for each problem in a row
 */
export async function checkChecklist(checklist: string, files: TestFile[]): Promise<string[]> {
	const passedTests = new Set(
		files.flatMap(({ name, assertionResults }) =>
			assertionResults
				.filter(({ status }) => status === "passed")
				.flatMap(({ fullName, title }) => [`${name} ${fullName}`, `${name} ${title}`]),
		),
	);
	const lines = (await readFile(checklist, "utf8")).split("\n");
	if (!lines.some((line) => rowStart.test(line))) return [`${checklist} has no rows`];
	return lines.flatMap((line, index) => {
		const [start, asvsId, finding] = rowStart.exec(line) ?? [];
		if (!start) return [];
		const place = `${checklist}:${index + 1}`;
		const tests = Array.from(line.matchAll(testReference), ([, file = "", title = ""]) => ({
			file,
			title: title.trim().replaceAll("\\|", "|"),
		}));
		const hasReason = (asvsId ?? finding) !== undefined && reasonCell.test(line);
		if (finding !== undefined && !hasReason && !verifiedToFail.test(line)) {
			return [`${place}: does not say that its tests were verified to fail without the fix`];
		}
		if (tests.length === 0 && !hasReason) return [`${place}: names no test`];
		return tests
			.filter(({ file, title }) => !passedTests.has(`${resolve(file)} ${title}`))
			.map(({ file, title }) => `${place}: no passed test “${title}” in ${file}`);
	});
}
