import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TestFile } from "./results.ts";

/** `` `tests/e2e/home.test.ts` › the title of a test ``. */
const testReference = /`([\w./-]+\.test\.tsx?)` › ([^|<]+)/g;

/** A requirement of the contract (`| 12 |`), an item of the OWASP ASVS (`| V1.2.1 |`), or findings (`| money H1: the defect |`). */
const rowStart =
	/^\| (?:\d+|(V\d+\.\d+\.\d+)|((?:money|server|attacks|pages) [A-Z§]\d*[a-z]?\b[^|]*)) \|/;
/** The last cell of an item or a finding that has no test. */
const reason =
	/\| (?:Does not apply|By construction|Documented|The platform's|Not met|No fault|No test|Not built): \S[^|]*\|$/;
/** The last cell of a finding whose tests were seen to fail without the fix. */
const seenToFail = /\| seen\b[^|]*\|$/;

/** @param checklist path of a Markdown file @returns a sentence for each problem of a row */
export async function checkChecklist(checklist: string, files: TestFile[]): Promise<string[]> {
	const passed = new Set(
		files.flatMap(({ name, assertionResults }) =>
			assertionResults
				.filter(({ status }) => status === "passed")
				.flatMap(({ fullName, title }) => [`${name} ${fullName}`, `${name} ${title}`]),
		),
	);
	const lines = (await readFile(checklist, "utf8")).split("\n");
	if (!lines.some((line) => rowStart.test(line))) return [`${checklist} has no rows`];
	return lines.flatMap((line, index) => {
		const [start, item, finding] = rowStart.exec(line) ?? [];
		if (!start) return [];
		const place = `${checklist}:${index + 1}`;
		const tests = Array.from(line.matchAll(testReference), ([, file = "", title = ""]) => ({
			file,
			title: title.trim().replaceAll("\\|", "|"),
		}));
		const hasReason = (item ?? finding) !== undefined && reason.test(line);
		if (finding !== undefined && !hasReason && !seenToFail.test(line)) {
			return [`${place}: does not say that its tests were seen to fail`];
		}
		if (tests.length === 0 && !hasReason) return [`${place}: names no test`];
		return tests
			.filter(({ file, title }) => !passed.has(`${resolve(file)} ${title}`))
			.map(({ file, title }) => `${place}: no passed test “${title}” in ${file}`);
	});
}
