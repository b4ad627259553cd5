import { globSync, readFileSync, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";
import { unfinishedMark } from "../backup/schema.ts";
import { connectStore } from "../backup/store.ts";
import { seedShop } from "../seed.ts";
import { stage } from "./stage.ts";
import { messageOf, UserError } from "./user-error.ts";

/** Miniflare's own index of a folder is not one of its databases. */
const withoutIndex = (files: string[]) =>
	files.filter((file) => basename(file) !== "metadata.sqlite");

const findDatabases = (data: string): string[] =>
	withoutIndex(globSync(join(data, "v3/d1/miniflare-D1DatabaseObject/*.sqlite")));

/** @returns files of the pictures, of what was viewed last, and of the sandbox */
const findOthers = (data: string): string[] =>
	withoutIndex(globSync(join(data, "v3/{r2,kv,do}/**/*.sqlite")));

const waysOut = (data: string) =>
	`Put it back, or restore an export (npm run restore -- --from FOLDER --local), or move ${data} away to begin with a new shop.`;

/** @throws UserError when a folder contains a shop's data without its database: a new empty one would look like a new shop */
function checkDatabaseFile(data: string): void {
	if (findDatabases(data).length > 0 || findOthers(data).length === 0) return;
	throw new UserError(
		`The database of ${data} is gone, though pictures or other data of its shop are there. ${waysOut(data)}`,
	);
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

/** A deleted file keeps working until the shop ends, and is then lost. @param onLoss is called once */
export function watchDatabaseFile(data: string, onLoss: (refusal: UserError) => void): void {
	for (const file of findDatabases(data)) {
		const inode = inodeOf(file);
		const watcher = watch(dirname(file), { persistent: false }, () => {
			if (inodeOf(file) === inode) return;
			watcher.close();
			onLoss(
				new UserError(
					`The database ${file} was deleted or replaced while the shop was open, so the shop is stopped. ${waysOut(data)}`,
				),
			);
		});
	}
}

async function withDatabase<Result>(data: string, use: (database: D1Database) => Promise<Result>) {
	const store = await connectStore({ data });
	try {
		return await use(store.database);
	} catch (error) {
		if (error instanceof UserError) throw error;
		const [reason] = messageOf(error).split("\n");
		throw new UserError(
			`The database in ${data} cannot be used (${reason}): move that folder away, or choose another with STORE_DATA.`,
		);
	} finally {
		await store.close();
	}
}

/** @throws UserError when a restore was cut off: the database lacks rows and triggers, and new rows would be lost */
async function listPendingMigrations(database: D1Database, data: string): Promise<string[]> {
	const readNames = async (table: string) => {
		const { results } = await database.prepare(`SELECT name FROM ${table}`).all<{ name: string }>();
		return new Set(results.map(({ name }) => name));
	};
	if ((await readNames("sqlite_master")).has(unfinishedMark)) {
		throw new UserError(
			`A restore into ${data} was cut off: finish it with npm run restore -- --from FOLDER --local, the same folder as before; or with another one and --replace.`,
		);
	}
	await database.prepare(migrationsTable).run();
	const applied = await readNames("d1_migrations");
	return globSync("migrations/*.sql")
		.filter((file) => !applied.has(basename(file)))
		.sort();
}

/** As wrangler records which migrations were applied. */
const migrationsTable = `CREATE TABLE IF NOT EXISTS d1_migrations(
	id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** As `wrangler d1 migrations apply`, which starts a workerd for each migration. @throws UserError when a statement fails; then none was run */
async function applyMigration(database: D1Database, file: string): Promise<void> {
	const statements = unstable_splitSqlQuery(readFileSync(file, "utf8"));
	const record = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
	await database
		.batch([...statements.map((sql) => database.prepare(sql)), record.bind(basename(file))])
		.catch((error: unknown) => {
			throw new UserError(`The database could not be migrated (${file}): ${messageOf(error)}`);
		});
}

/** Migrates and fills it. @throws UserError when a migration fails, or when the database is gone or half restored */
export async function prepareDatabase(data: string): Promise<void> {
	checkDatabaseFile(data);
	await stage("Preparing the database", () =>
		withDatabase(data, async (database) => {
			const pending = await listPendingMigrations(database, data);
			for (const file of pending) await applyMigration(database, file);
			await seedShop(database);
		}),
	);
}
