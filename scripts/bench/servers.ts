import { cp, glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { drizzle } from "drizzle-orm/d1";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { quietMiniflare } from "../runtime/runtime.ts";
import { readBuiltWorker } from "../runtime/workers.ts";
import { buildIfChanged, builtShop } from "../support/build.ts";
import { prepareDatabase } from "../support/database.ts";
import { listWorkerds, runProgram } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";

const builtMinimal = "scripts/bench/minimal/build/server/wrangler.json";
/** A product that never sells out in a measurement. */
export const productId = "bench0000000000000000001";
const product = { name: "Bench tool", priceCents: 1_250 };
/** So many that none reaches the most unpaid orders of an account. */
const buyerCount = 64;
/** Orders that each buyer has at the start. */
const ordersEach = 10;

export type Buyer = { id: string; email: string; name: string; cookie: string };

/** A built Worker on a workerd of its own. */
export type Server = {
	/** Of the Worker's own socket: no proxy stands in front, only the router of its static files. */
	url: string;
	/** Process id of its workerd. */
	pid: number;
	database: D1Database;
	stop(): Promise<void>;
};

/** The rate limits are asked, but never reached: here one client is many buyers. */
const withoutLimits = (limits: object) =>
	Object.fromEntries(
		Object.entries(limits).map(([name, limit]) => [
			name,
			{ ...limit, simple: { limit: 1_000_000_000, period: 60 } },
		]),
	);

async function serve(config: string, data: string): Promise<Server> {
	const worker = await readBuiltWorker("measured", config);
	const before = listWorkerds();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			...quietMiniflare,
			handleStructuredLogs: () => undefined,
			resourcePersistencePath: join(data, "v3"),
			workers: [
				{
					...worker,
					ratelimits: withoutLimits(worker.ratelimits ?? {}),
					serviceBindings: { SANDBOX: () => new Response(null, { status: 404 }) },
					unsafeDirectSockets: [{}],
				},
			],
		}),
	);
	const { origin } = await miniflare.unsafeGetDirectURL("measured");
	const [pid = 0] = listWorkerds().filter((one) => !before.includes(one));
	const database = await miniflare.getD1Database("DB");
	return { url: origin, pid, database, stop: () => miniflare.dispose() };
}

/** Adds a product, buyers and their orders to the seed. */
async function addBuyers(database: D1Database): Promise<void> {
	const db = drizzle(database);
	await db.insert(products).values({
		...product,
		id: productId,
		description: "Sold as often as it takes.",
		quantity: 1_000_000,
		minimum: 1,
		img: "/pictures/torque-wrench-800.webp",
	});
	for (let index = 0; index < buyerCount; index += 1) {
		const id = `benchbuyer${index}`;
		const [name, email] = [id, `${id}@example.com`];
		await db.insert(users).values({ id, name, email, emailProvedAt: new Date() });
		for (let count = 0; count < ordersEach; count += 1) {
			await db.insert(orders).values({
				...{ id: createId(), userId: id, productId, quantity: 1, name, email },
				...{ toolName: product.name, toolPriceCents: product.priceCents },
				...{ location: "1 Bench Road", phone: "555 0100" },
			});
		}
	}
}

const signInAll = (database: D1Database): Promise<Buyer[]> =>
	Promise.all(
		Array.from({ length: buyerCount }, async (_, index) => {
			const id = `benchbuyer${index}`;
			const { token } = await createSession(drizzle(database), id);
			return { id, name: id, email: `${id}@example.com`, cookie: `session=${token}` };
		}),
	);

async function buildMinimal(): Promise<void> {
	const { code, output } = await runProgram("react-router", ["build", "scripts/bench/minimal"]);
	if (code !== 0) throw new Refusal(`The minimal Worker did not build:\n${output.trim()}`);
}

/** What a Worker weighs after gzip, which Cloudflare limits, and the time from nothing to the end of its first page. */
export type Start = { name: string; gzipBytes: number; startMs: number };

async function measureStart(name: string, config: string, data: string): Promise<Start> {
	let gzipBytes = 0;
	for await (const file of glob("**/*.js", { cwd: dirname(config) })) {
		gzipBytes += gzipSync(await readFile(join(dirname(config), file))).length;
	}
	const times: number[] = [];
	for (let count = 0; count < 3; count += 1) {
		const began = performance.now();
		const server = await serve(config, data);
		await (await fetch(server.url)).text();
		times.push(performance.now() - began);
		await server.stop();
	}
	return { name, gzipBytes, startMs: times.toSorted((one, other) => one - other)[1] ?? Number.NaN };
}

/** The shop and the minimal Worker, each on a database of its own with the same rows. */
export type Servers = {
	shop: Server;
	minimal: Server;
	buyers: Buyer[];
	/** Folder of the shop's data. */
	data: string;
	/** Of both; called before the servers run. */
	starts: Start[];
	/** Ends both; the folder stays. */
	stop(): Promise<unknown>;
	removeData(): Promise<void>;
};

/** Builds and starts both on new data in the system's temporary folder. */
export async function openServers(): Promise<Servers> {
	await stage("Building the shop", () => buildIfChanged());
	await stage("Building the minimal Worker", buildMinimal);
	const folder = await mkdtemp(join(tmpdir(), "torque-bench-"));
	const [data, minimalData] = [join(folder, "shop"), join(folder, "minimal")];
	await prepareDatabase(data);
	await cp(data, minimalData, { recursive: true });
	const starts = await stage("Starting Workers", async () => [
		await measureStart("shop", builtShop, data),
		await measureStart("minimal", builtMinimal, minimalData),
	]);
	const [shop, minimal] = [await serve(builtShop, data), await serve(builtMinimal, minimalData)];
	await Promise.all([addBuyers(shop.database), addBuyers(minimal.database)]);
	return {
		...{ shop, minimal, data, starts },
		buyers: await signInAll(shop.database),
		stop: () => Promise.all([shop.stop(), minimal.stop()]),
		removeData: () => rm(folder, { recursive: true }),
	};
}
