import { cp, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { handleClosedConnections, quietMiniflare } from "../runtime/runtime.ts";
import { readBuiltWorker } from "../runtime/workers.ts";
import { buildIfChanged, shopConfigPath } from "../support/build.ts";
import { prepareDatabase } from "../support/database.ts";
import { listWorkerdPids, runProgram } from "../support/programs.ts";
import { stage } from "../support/stage.ts";
import { UserError } from "../support/user-error.ts";

const minimalConfigPath = "scripts/bench/minimal/build/server/wrangler.json";
/** The product of all orders. It never sells out during a measurement. */
export const product = { id: "bench0000000000000000001", name: "Bench tool", priceCents: 1_250 };
export const delivery = { location: "1 Bench Road", phone: "555 0100" };
/** Enough accounts that none reaches the limit of unpaid orders. */
const shoppers = Array.from({ length: 128 }, (_, index) => ({
	id: `benchshopper${index}`,
	email: `benchshopper${index}@example.com`,
}));
const ordersPerShopper = 10;

export type Shopper = (typeof shoppers)[number] & { cookie: string };

/** A built Worker on its own workerd, with only the static-assets router in front of it. */
export type Server = { url: string; pid: number; database: D1Database };

async function readWorkerUnderTest(configPath: string) {
	const { ratelimits = {}, ...worker } = await readBuiltWorker("measured", configPath);
	// The Worker checks its rate limits, but never reaches them: one client acts for many shoppers.
	const unlimited = Object.entries(ratelimits).map(([name, limit]) => [
		name,
		{ ...limit, simple: { limit: 1_000_000_000, period: 60 } },
	]);
	return {
		...worker,
		ratelimits: Object.fromEntries(unlimited),
		serviceBindings: { SANDBOX: () => new Response(null, { status: 404 }) },
		unsafeDirectSockets: [{}],
	};
}

async function addShoppers(database: D1Database): Promise<void> {
	const db = drizzle(database);
	const inserts = shoppers.flatMap(({ id, email }) => {
		const order = {
			...{ userId: id, productId: product.id, quantity: 1, name: id, email, ...delivery },
			...{ toolName: product.name, toolPriceCents: product.priceCents },
		};
		return [
			db.insert(users).values({ id, name: id, email, emailVerifiedAt: new Date() }),
			...Array.from({ length: ordersPerShopper }, () =>
				db.insert(orders).values({ ...order, id: createId() }),
			),
		];
	});
	await handleClosedConnections();
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

const signIn = (database: D1Database): Promise<Shopper[]> =>
	Promise.all(
		shoppers.map(async (shopper) => {
			const { token } = await createSession(drizzle(database), shopper.id);
			return { ...shopper, cookie: `session=${token}` };
		}),
	);

async function buildMinimal(): Promise<void> {
	const { code, output } = await runProgram("react-router", ["build", "scripts/bench/minimal"]);
	if (code !== 0) throw new UserError(`The minimal Worker did not build:\n${output.trim()}`);
}

export type Servers = {
	shop: Server;
	minimal: Server;
	shoppers: Shopper[];
	dataFolder: string;
	/** Stops both, but keeps the data. */
	stop(): Promise<unknown>;
};

/** Builds both Workers and starts them with new data in a temporary folder. Stops them and deletes the data afterwards. */
export async function withServers<Result>(use: (servers: Servers) => Promise<Result>) {
	await stage("Building the shop", () => buildIfChanged());
	await stage("Building the minimal Worker", buildMinimal);
	await using folder = await mkdtempDisposable(join(tmpdir(), "torque-bench-"));
	const running = new Set<Miniflare>();
	const serve = async (configPath: string, dataFolder: string): Promise<Server> => {
		const otherWorkerds = listWorkerdPids();
		const miniflare = new Miniflare(
			convertV4MiniflareOptions({
				...quietMiniflare,
				handleStructuredLogs: () => undefined,
				resourcePersistencePath: join(dataFolder, "v3"),
				workers: [await readWorkerUnderTest(configPath)],
			}),
		);
		running.add(miniflare);
		const { origin } = await miniflare.unsafeGetDirectURL("measured");
		const [pid = 0] = listWorkerdPids().filter((id) => !otherWorkerds.includes(id));
		const database = await miniflare.getD1Database("DB");
		await addShoppers(database);
		return { url: origin, pid, database };
	};
	const stop = async () => {
		// dispose() rethrows the startup error if workerd never started.
		for (const miniflare of running) await miniflare.dispose().catch(() => undefined);
		running.clear();
	};
	try {
		const [dataFolder, minimalDataFolder] = [
			join(folder.path, "shop"),
			join(folder.path, "minimal"),
		];
		await prepareDatabase(dataFolder);
		await cp(dataFolder, minimalDataFolder, { recursive: true });
		const shop = await serve(shopConfigPath, dataFolder);
		const minimal = await serve(minimalConfigPath, minimalDataFolder);
		return await use({ shop, minimal, dataFolder, shoppers: await signIn(shop.database), stop });
	} finally {
		await stop();
	}
}
