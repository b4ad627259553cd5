import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { createSession } from "#worker/auth/sessions.ts";
import { createId } from "#worker/auth/tokens.ts";
import * as schema from "#worker/db/schema.ts";
import { buildIfChanged, builtShop } from "../support/build.ts";
import { prepareDatabase } from "../support/database.ts";
import { runProgram } from "../support/programs.ts";
import { Refusal } from "../support/refusal.ts";
import { stage } from "../support/stage.ts";
import { type Running, run } from "./runtime.ts";

export type Buyer = { id: string; email: string; name: string; cookie: string };

/** The shop and the floors, each on a workerd and a database of its own with the same rows. */
export type World = {
	shop: Running;
	floors: Running;
	buyers: Buyer[];
	/** Folders of their data. */
	data: { shop: string; floors: string };
	stop(): Promise<void>;
};

export const floorsConfig = "scripts/bench/floors/build/server/wrangler.json";
/** A tool that never sells out in a measurement. */
export const productId = "bench0000000000000000001";
/** So many that none reaches the most unpaid orders of an account. */
const buyerIds = Array.from({ length: 64 }, (_, index) => `benchbuyer${index}`);
/** Orders that each buyer has at the start, for "my orders". */
const ordersEach = 10;

const tool = { name: "Bench tool", priceCents: 1_250 };
const personOf = (id: string) => ({ id, name: id, email: `${id}@example.com` });
const verified = { emailProvedAt: new Date() };
const open = (database: D1Database) => drizzle(database);

/** Adds what the measurement needs to the seed: a tool, 64 buyers and their orders. */
async function stock(database: D1Database): Promise<void> {
	const db = open(database);
	await db.insert(schema.products).values({
		...tool,
		id: productId,
		description: "Sold as often as it takes.",
		quantity: 1_000_000,
		minimum: 1,
		img: "/pictures/torque-wrench-800.webp",
	});
	for (const userId of buyerIds) {
		const { name, email } = personOf(userId);
		await db.insert(schema.users).values({ ...personOf(userId), ...verified });
		for (let count = 0; count < ordersEach; count += 1) {
			await db.insert(schema.orders).values({
				id: createId(),
				userId,
				productId,
				toolName: tool.name,
				toolPriceCents: tool.priceCents,
				quantity: 1,
				name,
				email,
				location: "1 Bench Road",
				phone: "555 0100",
			});
		}
	}
}

const signIn = (database: D1Database): Promise<Buyer[]> =>
	Promise.all(
		buyerIds.map(async (id) => {
			const { token } = await createSession(open(database), id);
			return { ...personOf(id), cookie: `session=${token}` };
		}),
	);

async function buildFloors(): Promise<void> {
	const { code, output } = await runProgram("react-router", ["build", "scripts/bench/floors"]);
	if (code !== 0) throw new Refusal(`The floors did not build:\n${output.trim()}`);
}

/**
 * Builds the shop and the floors, and starts them on new databases in the system's folder for such things.
 * @param inspected whether they can be profiled
 */
export async function openWorld(inspected = false): Promise<World> {
	await stage("Building the shop", () => buildIfChanged());
	await stage("Building the floors", buildFloors);
	const folder = await mkdtemp(join(tmpdir(), "torque-bench-"));
	const data = { shop: join(folder, "shop"), floors: join(folder, "floors") };
	await prepareDatabase(data.shop);
	await cp(data.shop, data.floors, { recursive: true });
	const shop = await run(builtShop, data.shop, inspected);
	const floors = await run(floorsConfig, data.floors, inspected);
	await Promise.all([stock(shop.database), stock(floors.database)]);
	return {
		shop,
		floors,
		buyers: await signIn(shop.database),
		data,
		stop: async () => {
			await Promise.all([shop.stop(), floors.stop()]);
			await rm(folder, { recursive: true });
		},
	};
}
