import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { median } from "./rounds.ts";
import { run } from "./runtime.ts";

export type Bundle = { label: string; bytes: number; gzip: number; startMs: number };

const starts = 3;

/** The modules that are uploaded; Cloudflare limits their size after gzip. */
async function sizeOf(config: string) {
	let bytes = 0;
	let gzip = 0;
	for await (const file of glob("**/*.js", { cwd: dirname(config) })) {
		const content = await readFile(join(dirname(config), file));
		bytes += content.length;
		gzip += gzipSync(content).length;
	}
	return { bytes, gzip };
}

/** From nothing to the end of the first page: a process, an isolate, every module, the first query. */
async function startOnce(config: string, data: string, path: string): Promise<number> {
	const began = performance.now();
	const server = await run(config, data);
	const response = await fetch(`${server.url}${path}`);
	await response.text();
	const took = performance.now() - began;
	await server.stop();
	return took;
}

/** @returns the size of a built Worker, and the median time of its start in ms */
export async function weighBundle(
	label: string,
	config: string,
	data: string,
	path: string,
): Promise<Bundle> {
	const times: number[] = [];
	for (let count = 0; count < starts; count += 1) times.push(await startOnce(config, data, path));
	return { label, ...(await sizeOf(config)), startMs: median(times) };
}
