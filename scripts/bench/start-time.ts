import type { WorkerOptions } from "../runtime/workers.ts";
import { shopConfigPath } from "../support/build.ts";
import { formatTable } from "../support/report.ts";
import { getCpuMs, minimalConfigPath, readWorkerUnderTest, startWorkerd } from "./servers.ts";

/** CPU time of a new process: until it accepts requests, and for its first page. */
type Sample = { startMs: number; firstPageMs: number };

async function measureStartTime(worker: WorkerOptions, dataFolder: string): Promise<Sample> {
	const { runtime, url, pid } = await startWorkerd(worker, dataFolder);
	const startMs = await getCpuMs(pid);
	const response = await fetch(url);
	await response.arrayBuffer();
	const firstPageMs = (await getCpuMs(pid)) - startMs;
	await runtime.stop();
	if (!response.ok) throw new Error(`The first page has status ${response.status}.`);
	return { startMs, firstPageMs };
}

/** Returns the mean. CPU time is counted in ticks of 10 ms, so a median would be a multiple of 10 ms. */
const computeMean = (samples: Sample[], property: keyof Sample) =>
	samples.reduce((sum, sample) => sum + sample[property], 0) / samples.length;

/**
 * Compares the CPU time that a new process takes up to and including its first page. The minimal Worker gets the shop's bindings too,
 * because Miniflare runs them in the measured process, which Cloudflare does not.
 * @param dataFolder - the data folder of a shop with a migrated database
 */
export async function compareStartTimes(dataFolder: string, rounds: number): Promise<string> {
	const shop = await readWorkerUnderTest(shopConfigPath);
	const { modules: _, modulesRoot: __, ...bindings } = shop;
	const minimal = { ...(await readWorkerUnderTest(minimalConfigPath)), ...bindings };
	const [shopSamples, minimalSamples]: [Sample[], Sample[]] = [[], []];
	for (let round = 0; round < rounds; round += 1) {
		minimalSamples.push(await measureStartTime(minimal, dataFolder));
		shopSamples.push(await measureStartTime(shop, dataFolder));
	}
	const getMeans = (samples: Sample[]) =>
		[computeMean(samples, "startMs"), computeMean(samples, "firstPageMs")] as const;
	const getCells = ([startMs, firstPageMs]: readonly [number, number]) =>
		[startMs, firstPageMs, startMs + firstPageMs].map(Math.round);
	const [minimalMeans, shopMeans] = [getMeans(minimalSamples), getMeans(shopSamples)];
	const ratio = (shopMeans[0] + shopMeans[1]) / (minimalMeans[0] + minimalMeans[1]);
	return formatTable(
		["Worker", "CPU ms to start", "CPU ms for first page", "total", "× minimal", "target"],
		[
			["minimal page", ...getCells(minimalMeans), "", ""],
			["home", ...getCells(shopMeans), ratio.toFixed(2), "≤ 1.3"],
		],
	);
}
