import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { unfinishedMark } from "../backup/schema.ts";
import { seedShop } from "../seed.ts";
import { checkDatabaseFile } from "./database-file.ts";
import { runProgram } from "./programs.ts";
import { Refusal } from "./refusal.ts";
import { stage } from "./stage.ts";

async function readDatabaseId(): Promise<string> {
	const id = /^database_id = "(.+)"$/m.exec(await readFile("wrangler.toml", "utf8"))?.[1];
	if (!id) throw new Refusal("wrangler.toml names no database_id.");
	return id;
}

/** A workerd of our own on the very D1 that `npm start` serves. */
async function startRuntime(data: string) {
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
	return runtime;
}

/** @throws Refusal when what lies in `data` is no database */
async function withDatabase<Result>(data: string, use: (database: D1Database) => Promise<Result>) {
	const runtime = await startRuntime(data);
	try {
		const database = await runtime.getD1Database("DB");
		await database.prepare("SELECT name FROM sqlite_master LIMIT 1").run();
		return await use(database);
	} catch (error) {
		if (error instanceof Refusal) throw error;
		const reason = error instanceof Error ? error.message.split("\n")[0] : error;
		throw new Refusal(
			`The database in ${data} cannot be used (${reason}): move that folder away, or choose another with STORE_DATA.`,
		);
	} finally {
		// A workerd that never started cannot be disposed of either, and says the same once more.
		await runtime.dispose().catch(() => undefined);
	}
}

async function hasTable(database: D1Database, name: string): Promise<boolean> {
	const query = database.prepare("SELECT name FROM sqlite_master WHERE name = ?").bind(name);
	return (await query.first()) !== null;
}

/** @throws Refusal when it is half restored: it lacks rows and triggers, and whatever came into it would be lost */
async function checkWhole(database: D1Database, data: string): Promise<void> {
	if (!(await hasTable(database, unfinishedMark))) return;
	throw new Refusal(
		`A restore into ${data} was cut off: finish it with npm run restore -- --from FOLDER --local, the same folder as before; or with another one and --replace.`,
	);
}

async function isMigrated(database: D1Database): Promise<boolean> {
	if (!(await hasTable(database, "d1_migrations"))) return false;
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
 * @throws Refusal when a migration fails, or when the database is gone or half restored
 */
export async function prepareDatabase(data: string): Promise<void> {
	checkDatabaseFile(data);
	const ready = await stage("Opening the database", () =>
		withDatabase(data, async (database) => {
			await checkWhole(database, data);
			if (!(await isMigrated(database))) return false;
			await seedShop(database);
			return true;
		}),
	);
	if (ready) return;
	await stage("Migrating the database", () => migrate(data));
	await stage("Filling the shop", () => withDatabase(data, seedShop));
}
