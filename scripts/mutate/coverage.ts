import { createHash } from "node:crypto";
import { appendFileSync, existsSync } from "node:fs";
import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { testFiles } from "./inside/tests.ts";
import type { Mutant } from "./instrument.ts";
import { inLanes } from "./lanes.ts";
import { openRunner } from "./runner.ts";

const file = ".mutate/coverage.json";
const longestFileMs = 300_000;

const coverageSchema = v.array(
	v.object({
		file: v.string(),
		/** SHA-256 of the test file when it was recorded. */
		digest: v.string(),
		/** Whether its tests passed without a mutant: a file that fails can kill none. */
		passed: v.boolean(),
		ms: v.number(),
		/** Keys of the mutants that it reaches. */
		keys: v.array(v.string()),
	}),
);
/** What each test file runs, as it was when this was last recorded. */
export type Coverage = v.InferOutput<typeof coverageSchema>;

const idsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

const digestOf = async (name: string) =>
	createHash("sha256")
		.update(await readFile(name))
		.digest("hex");

/** Listens to what the Worker reports, and adds it to a log. */
async function openCollector(log: string) {
	const server = createServer(async (request, answer) => {
		appendFileSync(log, `${await text(request)}\n`);
		answer.end();
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	const address = server.address();
	const port = typeof address === "object" ? address?.port : undefined;
	return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** @returns ids of the mutants that a process or its Worker has reached since the log was emptied */
async function readHits(log: string): Promise<Set<number>> {
	const lines = (await readFile(log, "utf8").catch(() => "")).split("\n").filter(Boolean);
	return new Set(lines.flatMap((line) => v.parse(idsSchema, line)));
}

/** Records what test files reach, one at a time. */
async function openRecorder(lane: number, mutants: Mutant[]) {
	const log = resolve(`.mutate/hits-${lane}.log`);
	const collector = await openCollector(log);
	const runner = await openRunner({ MUTANT_RECORD: log, MUTANT_COLLECTOR: collector.url });
	async function record(name: string) {
		await rm(log, { force: true });
		const ran = await runner.run({ files: [name], mutant: 0 }, longestFileMs);
		const [result] = ran?.files ?? [];
		const passed = result?.failed === false && ran?.unhandled.length === 0;
		const hits = await readHits(log);
		const keys = mutants.filter(({ id }) => hits.has(id)).map(({ key }) => key);
		const digest = await digestOf(name);
		const words = passed ? `${keys.length} mutants` : `fails: ${result?.test} ${result?.reason}`;
		console.log(`${name}: ${words}`);
		return { file: name, digest, passed, ms: result?.ms ?? longestFileMs, keys };
	}
	function stop() {
		runner.stop();
		collector.close();
	}
	return { work: record, stop };
}

async function readCoverage(): Promise<Coverage> {
	const json = await readFile(file, "utf8").catch(() => "[]");
	return v.parse(coverageSchema, JSON.parse(json));
}

/**
 * Runs test files without a mutant, each by itself, and notes which mutants they reach: those that are new or have
 * changed since they were recorded, and those that are wanted again.
 * @param isWanted which test files may be run @param isAgain which are run although they were recorded
 */
export async function recordCoverage(
	mutants: Mutant[],
	isWanted: (file: string) => boolean,
	isAgain: (file: string) => boolean,
): Promise<Coverage> {
	const known = new Map((await readCoverage()).map((entry) => [entry.file, entry]));
	const files: string[] = [];
	for await (const name of glob(testFiles)) {
		const isRecorded = known.get(name)?.digest === (await digestOf(name)) && !isAgain(name);
		if (isWanted(name) && !isRecorded) files.push(name);
	}
	await inLanes(
		files.sort(),
		(lane) => openRecorder(lane, mutants),
		async (entry) => {
			known.set(entry.file, entry);
			await writeFile(file, JSON.stringify([...known.values()]));
		},
	);
	return [...known.values()].filter(({ file }) => existsSync(file));
}
