import { readTiming } from "../bench/cost.ts";
import { table, writeSection } from "../bench/document.ts";
import { describeMachine } from "../bench/machine.ts";
import { median } from "../bench/rounds.ts";
import { buildIfChanged } from "../support/build.ts";
import { stage } from "../support/stages.ts";
import type { Amounts } from "./fill.ts";
import { openGrown, ownOrders } from "./grown.ts";
import { type Visit, visitsOf } from "./visits.ts";

/** What one visit costs at one size; `failure` when it did not answer with success. */
type Outcome = { rows: number; ms: number; failure: string };

const shops: [string, Amounts][] = [
	["24 products", { products: 0, users: 0, orders: 0, reviews: 0 }],
	["10,000", { products: 10_000, users: 10_000, orders: 100_000, reviews: 5_000 }],
	["100,000", { products: 100_000, users: 100_000, orders: 1_000_000, reviews: 50_000 }],
];
const repeats = 5;
/** Milliseconds after which nobody waits any longer. */
const patience = 60_000;

async function visitOnce(origin: string, { request }: Visit): Promise<Outcome> {
	const { path, method, headers, body = null } = request;
	const began = performance.now();
	try {
		const signal = AbortSignal.timeout(patience);
		const response = await fetch(`${origin}${path}`, { method, headers, body, signal });
		await response.arrayBuffer();
		const rows = readTiming(response.headers)?.rowsRead ?? 0;
		const failure = response.ok ? "" : `status ${response.status}`;
		return { rows, ms: performance.now() - began, failure };
	} catch (error) {
		const failure = error instanceof Error ? error.message : "no answer";
		return { rows: Number.NaN, ms: performance.now() - began, failure };
	}
}

async function visit(origin: string, one: Visit): Promise<Outcome> {
	const first = await visitOnce(origin, one);
	if (first.failure) return first;
	const outcomes: Outcome[] = [];
	for (let count = 0; count < repeats; count += 1) outcomes.push(await visitOnce(origin, one));
	const { rows } = outcomes.at(-1) ?? first;
	return { rows, ms: median(outcomes.map(({ ms }) => ms)), failure: "" };
}

/** @returns label → what it cost, and what broke its bound */
async function measureSize(amounts: Amounts) {
	const grown = await openGrown(amounts);
	const outcomes = new Map<string, Outcome>();
	const broken: string[] = [];
	try {
		for (const one of visitsOf(grown.cast, ownOrders)) {
			const outcome = await visit(grown.shop.url, one);
			outcomes.set(one.label, outcome);
			const { rows, failure } = outcome;
			if (failure) broken.push(`${one.label}: ${failure}`);
			else if (rows > (one.most ?? rows)) {
				broken.push(`${one.label}: ${rows} rows, at most ${one.most} expected`);
			}
		}
	} finally {
		await grown.stop();
	}
	return { outcomes, broken, sizes: grown.sizes };
}

const cell = ({ rows, ms, failure }: Outcome) => (failure ? [failure, "–"] : [rows, ms.toFixed(1)]);

const words = ({ products, users, orders, reviews }: Amounts) =>
	`a product ${Math.round(products)}, a user ${Math.round(users)}, an order ${Math.round(orders)}, a review ${Math.round(reviews)}`;

/**
 * Asks for every page and call of shops of growing size, and writes what they cost into docs/performance.md.
 * @param most products of the largest shop; a smaller number than 100,000 is a trial, and writes nothing
 * @returns 1 when something went beyond its bound
 */
export async function measureGrowth(most: number): Promise<number> {
	const machine = await describeMachine();
	await buildIfChanged();
	const measured: ({ name: string } & Awaited<ReturnType<typeof measureSize>>)[] = [];
	for (const [name, amounts] of shops) {
		if (amounts.products > most) break;
		const size = await stage(`Measuring ${name}`, () => measureSize(amounts));
		measured.push({ name, ...size });
	}
	const labels = [...(measured[0]?.outcomes.keys() ?? [])];
	const head = ["page or call", ...measured.flatMap(({ name }) => [`rows read, ${name}`, "ms"])];
	const none = { rows: Number.NaN, ms: Number.NaN, failure: "not measured" };
	const rows = labels.map((label) => [
		label,
		...measured.flatMap(({ outcomes }) => cell(outcomes.get(label) ?? none)),
	]);
	const megabytes = measured.map(({ sizes }) => `${Math.round(sizes.whole / 1e6)} MB`).join(", ");
	const largest = measured.at(-1);
	const broken = measured.flatMap(({ name, broken }) => broken.map((what) => `- ${name}: ${what}`));
	const text = [
		`Medians of ${repeats}, one request at a time, on ${machine}. Databases: ${megabytes}. Bytes of one row with its indexes in the largest: ${largest ? words(largest.sizes.row) : "–"}.`,
		table(head, rows),
		broken.length > 0
			? `Beyond the bounds:\n\n${broken.join("\n")}`
			: "Nothing went beyond its bound.",
	].join("\n\n");
	if (most >= 100_000) await writeSection("growth", text);
	console.log(text);
	return broken.length > 0 ? 1 : 0;
}
