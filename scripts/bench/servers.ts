import { cp, mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { dropClosedConnections, type Runtime, startRuntime } from "../runtime/runtime.ts";
import { readBuiltWorker, shopWorkerName, type WorkerOptions } from "../runtime/workers.ts";
import { buildIfChanged, shopConfigPath } from "../support/build.ts";
import { prepareDataFolder } from "../support/database.ts";
import { listWorkerdPids, runProgramOrThrow } from "../support/programs.ts";
import { runStep } from "../support/run-step.ts";

export const minimalConfigPath = "scripts/bench/minimal/build/server/wrangler.json";
/** The product that every order is for. It has enough stock for a whole benchmark. */
export const product = { id: "bench0000000000000000001", name: "Bench tool", priceCents: 1_250 };
export const delivery = { location: "1 Bench Road", phone: "555 0100" };
/** So many that at 480 orders a second, no shopper reaches the limit on unpaid orders. */
const shoppers = Array.from({ length: 128 }, (_, index) => ({
	id: `benchshopper${index}`,
	email: `benchshopper${index}@example.com`,
}));
const ordersPerShopper = 10;

export type Shopper = (typeof shoppers)[number] & { session: string; cookie: string };

/** A built Worker on its own workerd. */
export type Server = { url: string; pid: number; database: D1Database };

export async function readWorkerUnderTest(configPath: string) {
	const worker = await readBuiltWorker(shopWorkerName, configPath);
	// The Worker still checks its rate limits, but a single client acts for many shoppers and must not reach them.
	for (const limit of Object.values(worker.ratelimits ?? {})) limit.simple.limit = 1_000_000_000;
	const serviceBindings = { SANDBOX: () => new Response(null, { status: 404 }) };
	return { ...worker, serviceBindings, unsafeDirectSockets: [{}] };
}

/** Starts a Worker on its own workerd. `url` is the Worker's own socket, without the gateway. */
export async function startWorkerd(worker: WorkerOptions, dataFolder: string) {
	const otherWorkerds = listWorkerdPids();
	const runtime = await startRuntime({ workers: [worker], dataFolder });
	const { origin: url } = await runtime.miniflare.unsafeGetDirectURL(shopWorkerName);
	const [pid = 0] = listWorkerdPids().filter((id) => !otherWorkerds.includes(id));
	return { runtime, url, pid };
}

/** The unit in which Linux reports CPU time (`getconf CLK_TCK`). */
const tickMs = 10;

/** Returns the CPU time that a process has taken, in ms; NaN if the system does not report it. */
export async function getCpuMs(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
	const fields = stat.slice(stat.lastIndexOf(")")).split(" ");
	return (Number(fields[12]) + Number(fields[13])) * tickMs;
}

async function addShoppers(database: D1Database): Promise<void> {
	const db = drizzle(database);
	const inserts = shoppers.flatMap(({ id, email }) => {
		const order = {
			userId: id,
			productId: product.id,
			quantity: 1,
			name: id,
			email,
			...delivery,
			toolName: product.name,
			toolPriceCents: product.priceCents,
		};
		return [
			db.insert(users).values({ id, name: id, email, emailVerifiedAt: new Date() }),
			...Array.from({ length: ordersPerShopper }, () =>
				db.insert(orders).values({ ...order, id: createId() }),
			),
		];
	});
	await dropClosedConnections();
	await db.batch([
		db.insert(products).values({
			...product,
			description: "Never out of stock.",
			quantity: 1_000_000,
			minimum: 1,
			img: "/pictures/torque-wrench-800.webp",
		}),
		...inserts,
	]);
}

const signInShoppers = (database: D1Database): Promise<Shopper[]> =>
	Promise.all(
		shoppers.map(async (shopper) => {
			const { token } = await createSession(drizzle(database), shopper.id);
			return { ...shopper, session: token, cookie: `session=${token}` };
		}),
	);

export type Servers = {
	shop: Server;
	minimal: Server;
	shoppers: Shopper[];
	dataFolder: string;
	/** Stops the servers. Their data is kept until `withServers` ends. */
	stop(): Promise<void>;
};

export async function withServers<Result>(use: (servers: Servers) => Promise<Result>) {
	await runStep("Building the shop", () => buildIfChanged());
	await runStep("Building the minimal Worker", () =>
		runProgramOrThrow("react-router", ["build", "scripts/bench/minimal"]),
	);
	await using folder = await mkdtempDisposable(join(tmpdir(), "torque-bench-"));
	const runtimes: Runtime[] = [];
	const serve = async (configPath: string, dataFolder: string): Promise<Server> => {
		const { runtime, url, pid } = await startWorkerd(
			await readWorkerUnderTest(configPath),
			dataFolder,
		);
		runtimes.push(runtime);
		const database = await runtime.miniflare.getD1Database("DB", shopWorkerName);
		await addShoppers(database);
		return { url, pid, database };
	};
	const stop = async () => {
		for (const runtime of runtimes.splice(0)) await runtime.stop();
	};
	const dataFolder = join(folder.path, "shop");
	const minimalDataFolder = join(folder.path, "minimal");
	try {
		await prepareDataFolder(dataFolder);
		await cp(dataFolder, minimalDataFolder, { recursive: true });
		const shop = await serve(shopConfigPath, dataFolder);
		const minimal = await serve(minimalConfigPath, minimalDataFolder);
		return await use({
			shop,
			minimal,
			dataFolder,
			shoppers: await signInShoppers(shop.database),
			stop,
		});
	} finally {
		await stop();
	}
}
