import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { connectDatabase } from "#worker/db/client.ts";
import { products, users } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { collectTags, createEdge, type Shop } from "#worker/shop/context.ts";
import { createSqliteD1, type Watcher } from "./sqlite-d1.ts";

const migrationsFolder = new URL("../../migrations/", import.meta.url);

declare module "node:sqlite" {
	/** Node 24.20 has them, @types/node 24.10 does not. */
	interface DatabaseSync {
		serialize(): Uint8Array;
		deserialize(bytes: Uint8Array): void;
	}
}

/** An empty database of the shop, made once: the migrations take 20 times as long as a copy. */
const migratedDatabase = (() => {
	const sqlite = new DatabaseSync(":memory:");
	const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
	for (const file of files.sort()) {
		sqlite.exec(readFileSync(new URL(file, migrationsFolder), "utf8"));
	}
	return sqlite.serialize();
})();

/** Gives an empty SQLite the tables of the shop. */
export function migrate(sqlite: DatabaseSync) {
	sqlite.deserialize(migratedDatabase);
	// The migration gives each shop its own.
	sqlite.exec("UPDATE settings SET value = lower(hex(randomblob(16))) WHERE name = 'shop_id'");
}

const unlimitedRate: RateLimit = { limit: async () => ({ success: true }) };

/** Only the limits are here: what needs mail, pictures or Stripe is tested over HTTP. */
const env: Env = new Proxy({} as Env, {
	get: (_, name: string) => (name.startsWith("LIMIT_") ? unlimitedRate : undefined),
});

const visitor: Shop["visitor"] = {
	address: "192.0.2.1",
	network: "192.0.2.1",
	request: "local",
	sessionId: null,
	tokenExpiresAt: null,
};

/**
 * The rules of the shop on a database of their own, called in this process: no HTTP, and a watcher may step in
 * before any round trip. For races and properties; what a visitor sees is tested over HTTP.
 */
export function createLocalShop() {
	const sqlite = new DatabaseSync(":memory:");
	sqlite.exec("PRAGMA foreign_keys = ON");
	migrate(sqlite);

	/** @param watch called before each round trip to the database */
	const createShopFor = (account: Account | null, watch: Watcher = () => undefined): Shop => {
		const d1 = createSqliteD1(sqlite, watch);
		const edge = createEdge(async () => ({ success: true, errors: [] }));
		return {
			db: connectDatabase({ DB: d1 }, d1),
			account,
			env,
			origin: "http://shop.test",
			visitor,
			waitUntil: () => undefined,
			edge,
			purge: collectTags(edge),
		};
	};
	const anonymous = createShopFor(null);

	async function addAccount(role: Account["role"] = "shopper"): Promise<Account> {
		const id = createId();
		const account = { id, email: `${id}@example.com`, name: `Name ${id}`, role };
		await anonymous.db.insert(users).values({ ...account, emailVerifiedAt: new Date() });
		return account;
	}

	/** @param stock pieces @param minimum pieces an order @returns the product's id */
	async function addProduct(stock: number, minimum = 1): Promise<string> {
		const id = createId();
		await anonymous.db.insert(products).values({
			id,
			name: `Tool ${id}`,
			description: "Made for one test.",
			priceCents: 1_999,
			quantity: stock,
			minimum,
			img: "/pictures/torque-wrench-800.webp",
		});
		return id;
	}

	return { anonymous, createShopFor, addAccount, addProduct, close: () => sqlite.close() };
}

export type LocalShop = ReturnType<typeof createLocalShop>;
