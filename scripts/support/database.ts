import { globSync } from "node:fs";
import { basename } from "node:path";
import { unfinishedMark } from "../backup/schema.ts";
import { openStore } from "../backup/store.ts";
import { seedShop } from "../seed.ts";
import { checkDatabaseFile } from "./database-file.ts";
import { runProgram } from "./programs.ts";
import { messageOf, Refusal } from "./refusal.ts";
import { stage } from "./stage.ts";

/** @throws Refusal when the files in `data` are not a database */
async function withDatabase<Result>(data: string, use: (database: D1Database) => Promise<Result>) {
	const store = await openStore({ data });
	try {
		await store.database.prepare("SELECT name FROM sqlite_master LIMIT 1").run();
		return await use(store.database);
	} catch (error) {
		if (error instanceof Refusal) throw error;
		const [reason] = messageOf(error).split("\n");
		throw new Refusal(
			`The database in ${data} cannot be used (${reason}): move that folder away, or choose another with STORE_DATA.`,
		);
	} finally {
		await store.close();
	}
}

async function hasTable(database: D1Database, name: string): Promise<boolean> {
	const query = database.prepare("SELECT name FROM sqlite_master WHERE name = ?").bind(name);
	return (await query.first()) !== null;
}

/** @throws Refusal when a restore was cut off: the database lacks rows and triggers, and new rows would be lost */
async function checkWhole(database: D1Database, data: string): Promise<void> {
	if (!(await hasTable(database, unfinishedMark))) return;
	throw new Refusal(
		`A restore into ${data} was cut off: finish it with npm run restore -- --from FOLDER --local, the same folder as before; or with another one and --replace.`,
	);
}

async function isMigrated(database: D1Database): Promise<boolean> {
	if (!(await hasTable(database, "d1_migrations"))) return false;
	const query = database.prepare("SELECT name FROM d1_migrations");
	const { results } = await query.all<{ name: string }>();
	const applied = new Set(results.map(({ name }) => name));
	return globSync("migrations/*.sql").every((file) => applied.has(basename(file)));
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
