import { builtShop } from "../support/build.ts";
import { stage } from "../support/stage.ts";
import { type Bundle, weighBundle } from "./bundle.ts";
import { costOf } from "./cost.ts";
import { writeSection } from "./document.ts";
import { describeMachine } from "./machine.ts";
import { peakBytes } from "./processes.ts";
import { bundleTable, costTable, speedTable, weightTable } from "./report.ts";
import { type Effort, runRounds } from "./rounds.ts";
import { rowsOf } from "./rows.ts";
import { weighPages } from "./weights.ts";
import { floorsConfig, openWorld, type World } from "./world.ts";

const weighBundles = async ({ data }: World): Promise<Bundle[]> => [
	await weighBundle("shop", builtShop, data.shop, "/"),
	await weighBundle("floor: minimal page, one query", floorsConfig, data.floors, "/products"),
];

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

async function measureWorld(world: World, effort: Effort): Promise<string> {
	const rows = rowsOf(world);
	const costs = await Promise.all(rows.map(costOf));
	const weights = await stage("Weighing pages", () => weighPages(world));
	const measured = await stage("Measuring speed", () => runRounds(rows, effort));
	const peaks = [await peakBytes(world.shop.pid), await peakBytes(world.floors.pid)];
	const bundles = await stage("Starting Workers", () => weighBundles(world));
	return [
		"### Speed",
		speedTable(measured),
		`Medians of ${effort.rounds} interleaved rounds of ${effort.seconds} s. Most memory of workerd: ${peaks.map(megabytes).join(" (shop), ")} (floors).`,
		"### What a request costs in D1",
		costTable(costs.filter((cost) => cost !== null)),
		"### What a page loads",
		"kB after gzip / after brotli, on a phone of 390 × 844 at 2 pixels a point.",
		weightTable(weights),
		"### The Worker",
		bundleTable(bundles),
	].join("\n\n");
}

/** Builds, measures everything in one run, prints it and writes it into docs/performance.md. */
export async function measure(effort: Effort): Promise<void> {
	const machine = await describeMachine();
	const world = await openWorld();
	try {
		const report = `Measured on ${machine}.\n\n${await measureWorld(world, effort)}`;
		await writeSection("bench", report);
		console.log(report);
	} finally {
		await world.stop();
	}
}

/** Compares the rows that match with their floors, and prints that. */
export async function compare(pattern: RegExp, effort: Effort): Promise<void> {
	const world = await openWorld();
	try {
		const all = rowsOf(world);
		const wanted = all.filter(({ label }) => pattern.test(label));
		const floors = new Set(wanted.map(({ against }) => against?.label));
		const rows = all.filter((row) => wanted.includes(row) || floors.has(row.label));
		console.log(speedTable(await runRounds(rows, effort)));
	} finally {
		await world.stop();
	}
}
