import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { seedShop } from "../seed.ts";
import { runProgram } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { stage } from "./stages.ts";

async function readDatabaseId(): Promise<string> {
	const id = /^database_id = "(.+)"$/m.exec(await readFile("wrangler.toml", "utf8"))?.[1];
	if (!id) throw new Refusal("wrangler.toml names no database_id.");
	return id;
}

/** Opens the very D1 that `wrangler dev --persist-to <data>` serves, in a workerd of its own. */
async function openLocalDatabase(data: string) {
	const worker = {
		name: "database",
		compatibilityDate: "2026-10-01",
		manifest: {
			mainModule: "none.mjs",
			modulesRoot: process.cwd(),
			modules: { "none.mjs": { type: "esm", contents: "export default {};" } },
		},
		env: { DB: { type: "d1", id: await readDatabaseId() } },
	} as const;
	const runtime = new Miniflare({
		cf: false,
		telemetry: { enabled: false },
		resourcePersistencePath: join(data, "v3"),
		workers: [{ config: worker }],
	});
	return { database: await runtime.getD1Database("DB"), close: () => runtime.dispose() };
}

async function withDatabase<Result>(data: string, use: (database: D1Database) => Promise<Result>) {
	const { database, close } = await openLocalDatabase(data);
	try {
		return await use(database);
	} finally {
		await close();
	}
}

async function isMigrated(database: D1Database): Promise<boolean> {
	const tables = await database
		.prepare("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'")
		.all();
	if (tables.results.length === 0) return false;
	const { results } = await database
		.prepare("SELECT name FROM d1_migrations")
		.all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	const files = await readdir("migrations");
	return files.filter((file) => file.endsWith(".sql")).every((file) => applied.has(file));
}

async function migrate(data: string): Promise<void> {
	const command = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", data];
	const { code, output } = await runProgram("wrangler", command, data);
	if (code !== 0) throw new Refusal(`The database could not be migrated:\n${output.trim()}`);
}

/**
 * Brings the local D1 in `data` up to date and fills it when it is new. Twice changes nothing.
 * @throws Refusal when a migration fails
 */
export async function prepareDatabase(data: string): Promise<void> {
	const ready = await stage("Opening the database", () =>
		withDatabase(data, async (database) => {
			if (!(await isMigrated(database))) return false;
			await seedShop(database);
			return true;
		}),
	);
	if (ready) return;
	await stage("Migrating the database", () => migrate(data));
	await stage("Filling the shop", () => withDatabase(data, seedShop));
}
