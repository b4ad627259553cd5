import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { createSession } from "#worker/auth/sessions.ts";
import * as schema from "#worker/db/schema.ts";
import { type Running, run } from "../bench/runtime.ts";
import { seedAccounts } from "../seed.ts";
import { builtShop } from "../support/build.ts";
import { prepareDatabase } from "../support/database.ts";
import { type Amounts, fill, type Sizes } from "./fill.ts";
import type { Cast } from "./visits.ts";

/** A shop that has been trading for long: its Worker, who asks it, and the size of its database. */
export type Grown = { shop: Running; cast: Cast; sizes: Sizes; stop(): Promise<void> };

const [admin, shopper] = seedAccounts;
const seedTools = 24;
const pageSize = 6;
const productId = "grownproduct000000000001";
/** Orders of the shopper who asks: as many at every size. */
export const ownOrders = 20;

const orderOf = (index: number) => ({
	id: `grownorder${index}`,
	userId: shopper.id,
	productId,
	toolName: "Asked-for tool",
	toolPriceCents: 1_250,
	quantity: 1,
	name: shopper.name,
	email: shopper.email,
	location: "1 Bench Road",
	phone: "555 0100",
});

/** Adds the tool that is asked for and the shopper's own orders, and signs both accounts in. */
async function castPeople({ database, url }: Running, amounts: Amounts): Promise<Cast> {
	const db = drizzle(database);
	await db.insert(schema.products).values({
		id: productId,
		name: "Asked-for tool",
		description: "Bought at every size of the shop.",
		priceCents: 1_250,
		quantity: 1_000,
		minimum: 1,
		img: "/pictures/torque-wrench-800.webp",
	});
	for (let index = 0; index < ownOrders; index += 1) {
		await db.insert(schema.orders).values(orderOf(index));
	}
	const signIn = async ({ id, email, name }: (typeof seedAccounts)[number]) => {
		const { token } = await createSession(db, id);
		return { email, name, headers: { Cookie: `session=${token}`, Origin: url } };
	};
	return {
		shopper: await signIn(shopper),
		admin: await signIn(admin),
		productId,
		orderId: orderOf(0).id,
		lastPage: Math.ceil((seedTools + 1 + amounts.products) / pageSize) - 1,
	};
}

/** Starts the built shop on a database of these amounts, beside the seed. */
export async function openGrown(amounts: Amounts): Promise<Grown> {
	const data = await mkdtemp(join(tmpdir(), "torque-growth-"));
	await prepareDatabase(data);
	const sizes = await fill(data, amounts);
	const shop = await run(builtShop, data);
	return {
		shop,
		sizes,
		cast: await castPeople(shop, amounts),
		stop: async () => {
			await shop.stop();
			await rm(data, { recursive: true });
		},
	};
}
