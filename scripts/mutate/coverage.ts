import { appendFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { setVariables } from "./copy.ts";
import type { Mutant } from "./instrument.ts";
import { openRunner } from "./runner.ts";

const file = ".mutate/coverage.json";
const log = resolve(".mutate/hits.log");
const longestFileMs = 300_000;

const coverageSchema = v.array(
	v.object({
		file: v.string(),
		/** Whether its tests passed without a mutant: a file that fails can kill none. */
		passed: v.boolean(),
		ms: v.number(),
		/** Keys of the mutants that it comes by. */
		keys: v.array(v.string()),
		/** Those of them that it comes by while its modules load. */
		loaded: v.optional(v.array(v.string()), []),
	}),
);
/** What each test file runs, as it was when this was last recorded. */
export type Coverage = v.InferOutput<typeof coverageSchema>;

const lineSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		hits: v.optional(v.array(v.number()), []),
		loaded: v.optional(v.array(v.number()), []),
	}),
);

/** Listens to what the Worker says that it has run. */
async function openCollector() {
	const server = createServer(async (request, answer) => {
		appendFileSync(log, `{"hits":${await text(request)}}\n`);
		answer.end();
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	const address = server.address();
	const port = typeof address === "object" ? address?.port : undefined;
	return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** @returns ids of the mutants that the process and its Worker have come by since the log was emptied */
async function readHits() {
	const text = await readFile(log, "utf8").catch(() => "");
	const lines = text.split("\n").filter(Boolean);
	const read = lines.map((line) => v.parse(lineSchema, line));
	return {
		hits: new Set(read.flatMap(({ hits }) => hits)),
		loaded: new Set(read.flatMap(({ loaded }) => loaded)),
	};
}

/** @returns what was recorded last; null where nothing was */
export async function readCoverage(): Promise<Coverage | null> {
	const json = await readFile(file, "utf8").catch(() => null);
	return json === null ? null : v.parse(coverageSchema, JSON.parse(json));
}

/**
 * Runs test files without a mutant, each by itself, and notes which mutants they come by.
 * @param isWanted which test files
 * @param tell says how far it is
 */
export async function recordCoverage(
	mutants: Mutant[],
	isWanted: (file: string) => boolean,
	tell: (words: string) => void,
): Promise<Coverage> {
	const collector = await openCollector();
	await setVariables({ MUTANT_RECORD: collector.url });
	const runner = await openRunner({ MUTANT_RECORD: log });
	const coverage = (await readCoverage())?.filter((known) => !isWanted(known.file)) ?? [];
	const files = runner.files.filter(isWanted);
	for (const [index, name] of files.entries()) {
		await rm(log, { force: true });
		const ran = await runner.run({ files: [name], mutant: 0, afresh: true }, longestFileMs);
		const [result] = ran?.files ?? [];
		const passed = result?.failed === false && ran?.unhandled.length === 0;
		const { hits, loaded } = await readHits();
		const keysOf = (ids: Set<number>) =>
			mutants.filter(({ id }) => ids.has(id)).map(({ key }) => key);
		const keys = keysOf(hits);
		const ms = result?.ms ?? longestFileMs;
		coverage.push({ file: name, passed, ms, keys, loaded: keysOf(loaded) });
		const words = passed ? `${keys.length} mutants` : `fails: ${result?.test} ${result?.reason}`;
		tell(`${index + 1}/${files.length} ${name}: ${words}`);
		await writeFile(file, JSON.stringify(coverage));
	}
	runner.stop();
	collector.close();
	return coverage;
}
