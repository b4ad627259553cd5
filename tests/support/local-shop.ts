import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { connectDatabase } from "#worker/db/client.ts";
import { products, users } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import {
	createEdgeCacheState,
	createTagCollector,
	type ShopContext,
} from "#worker/shop/context.ts";
import { createSqliteD1, type QueryHook } from "./sqlite-d1.ts";
import { beginTransaction } from "./sqlite-transactions.ts";

const migrationsFolder = new URL("../../migrations/", import.meta.url);

declare module "node:sqlite" {
	/** Node 24.20 has these methods, but @types/node 24.10 does not. */
	interface DatabaseSync {
		serialize(): Uint8Array;
		deserialize(bytes: Uint8Array): void;
	}
}

/** An empty, migrated database. Loading it is 20 times as fast as running the migrations. */
const migratedDatabase = (() => {
	const sqlite = new DatabaseSync(":memory:");
	const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
	for (const file of files.sort()) {
		sqlite.exec(readFileSync(new URL(file, migrationsFolder), "utf8"));
	}
	return sqlite.serialize();
})();

/** Creates the shop's tables in an empty SQLite database. */
export const migrate = (sqlite: DatabaseSync) => sqlite.deserialize(migratedDatabase);

function createDatabase(): DatabaseSync {
	const sqlite = new DatabaseSync(":memory:");
	sqlite.exec("PRAGMA foreign_keys = ON");
	migrate(sqlite);
	return sqlite;
}

/** Empty databases of closed shops. Their prepared statements stay valid, and preparing one takes longer than running it. */
const idleDatabases: DatabaseSync[] = [];

/** Takes an empty, migrated database, and begins a transaction. */
function takeDatabase(): DatabaseSync {
	const sqlite = idleDatabases.pop() ?? createDatabase();
	// The snapshot has the id that the migration created, but each shop needs its own.
	sqlite.exec(
		"BEGIN; UPDATE settings SET value = lower(hex(randomblob(16))) WHERE name = 'shop_id'",
	);
	return sqlite;
}

/** Undoes all writes. An error such as a full disk ends the transaction, so that they cannot be undone. */
function releaseDatabase(sqlite: DatabaseSync): void {
	if (sqlite.isTransaction) {
		sqlite.exec("ROLLBACK");
		idleDatabases.push(sqlite);
	} else sqlite.close();
}

const unlimitedRate: RateLimit = { limit: async () => ({ success: true }) };

/** An environment with a key for second factors and without rate limits. Code that needs email, pictures or Stripe is tested over HTTP. */
const env: Env = new Proxy(
	{ SECOND_FACTOR_KEY: "a key of at least 32 characters, for tests" } as Env,
	{
		get: (secrets, name) =>
			String(name).startsWith("LIMIT_") ? unlimitedRate : Reflect.get(secrets, name),
	},
);

const visitor: ShopContext["visitor"] = {
	address: "192.0.2.1",
	network: "192.0.2.1",
	requestId: "local",
	device: "Firefox on Windows",
	country: "CA",
	sessionId: null,
	get authenticatedAt() {
		return new Date();
	},
	tokenExpiresAt: null,
};

/**
 * Creates a shop whose use cases are called in this process, on its own in-memory database and without HTTP. A query
 * hook can run code before each database round trip. Meant for tests of race conditions and invariants.
 */
export function createLocalShop() {
	const sqlite = takeDatabase();
	let isOpen = true;
	const connect = (beforeQuery: QueryHook = () => undefined) =>
		createSqliteD1(sqlite, (statements) => {
			if (!isOpen) throw new Error("D1_ERROR: the shop was closed");
			return beforeQuery(statements);
		});

	/**
	 * Creates the context of one request.
	 * @param beforeQuery - called before each round trip to the database
	 */
	const createContext = (account: Account | null, beforeQuery?: QueryHook): ShopContext => {
		const d1 = connect(beforeQuery);
		const edgeCache = createEdgeCacheState(async () => ({ success: true, errors: [] }));
		return {
			db: connectDatabase({ DB: d1 }, d1),
			account,
			env,
			origin: "http://shop.test",
			visitor,
			waitUntil: () => undefined,
			edgeCache,
			purgeAfterResponse: createTagCollector(edgeCache),
		};
	};
	const anonymousContext = createContext(null);
	const { db } = anonymousContext;

	async function addAccount(role: Account["role"] = "shopper"): Promise<Account> {
		const id = createId();
		const account = { id, email: `${id}@example.com`, name: `Name ${id}`, role };
		await db.insert(users).values({ ...account, emailVerifiedAt: new Date() });
		return account;
	}

	/** Inserts a product and returns its id. `stock` and `minimum` (the smallest order) are in pieces. */
	async function addProduct(stock: number, minimum = 1): Promise<string> {
		const id = createId();
		await db.insert(products).values({
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

	const close = () => {
		if (isOpen) releaseDatabase(sqlite);
		isOpen = false;
	};
	const d1 = connect();
	return {
		anonymousContext,
		db,
		d1,
		createContext,
		addAccount,
		addProduct,
		close,
		beginTransaction: () => beginTransaction(sqlite),
	};
}

export type LocalShop = ReturnType<typeof createLocalShop>;

/** Returns the shop with some bindings replaced. */
export const withEnv = (
	shop: ShopContext,
	bindings: Partial<Record<keyof Env, unknown>>,
): ShopContext => ({
	...shop,
	env: new Proxy(shop.env, {
		get: (target, name, receiver) =>
			name in bindings ? Reflect.get(bindings, name) : Reflect.get(target, name, receiver),
	}),
});
