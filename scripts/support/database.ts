import { globSync, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { connectBindings } from "../backup/bindings.ts";
import { unfinishedRestoreTable } from "../backup/schema.ts";
import { seedShop } from "../seed.ts";
import { readMigration } from "./read-migration.ts";
import { runStep } from "./run-step.ts";
import { getMessage, UserError } from "./user-error.ts";

const findFiles = (dataFolder: string, resources: string): string[] =>
	globSync(join(dataFolder, "v3", resources, "**/*.sqlite")).filter(
		// Skips Miniflare's index of the folder.
		(file) => basename(file) !== "metadata.sqlite",
	);

const formatRecoveryAdvice = (dataFolder: string) =>
	`Put it back, restore an export (npm run restore -- --from FOLDER --local), or move ${dataFolder} away to start with a new shop.`;

/**
 * Prevents a shop with a missing database from starting as a new shop.
 * @throws UserError if only the database of the shop is missing
 */
export function checkDatabaseFile(dataFolder: string): void {
	if (findFiles(dataFolder, "d1").length > 0 || findFiles(dataFolder, "{r2,kv,do}").length === 0)
		return;
	throw new UserError(
		`${dataFolder} has no database, although it still has a shop's pictures or other data. ${formatRecoveryAdvice(dataFolder)}`,
	);
}

const getInode = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

/** Reports a deleted database file, because the shop would keep working and lose its data when it stops. */
export function watchDatabaseFile(dataFolder: string, onLoss: (error: UserError) => void): void {
	for (const file of findFiles(dataFolder, "d1")) {
		const inode = getInode(file);
		const watcher = watch(dirname(file), { persistent: false }, () => {
			if (getInode(file) === inode) return;
			watcher.close();
			const message = `The database ${file} was deleted or replaced while the shop was running, so the shop was stopped. ${formatRecoveryAdvice(dataFolder)}`;
			onLoss(new UserError(message));
		});
	}
}

/** @throws UserError if a restore was interrupted. The data is incomplete, and finishing the restore would delete everything added since. */
async function listPendingMigrations(database: D1Database, dataFolder: string): Promise<string[]> {
	const readNames = async (table: string) => {
		const { results } = await database.prepare(`SELECT name FROM ${table}`).all<{ name: string }>();
		return new Set(results.map(({ name }) => name));
	};
	if ((await readNames("sqlite_master")).has(unfinishedRestoreTable)) {
		throw new UserError(
			`A restore into ${dataFolder} was interrupted. To finish it, run npm run restore -- --from FOLDER --local with the same export. To restore another export, add --replace.`,
		);
	}
	await database.prepare(createMigrationsTableSql).run();
	const applied = await readNames("d1_migrations");
	return globSync("migrations/*.sql")
		.filter((file) => !applied.has(basename(file)))
		.sort();
}

const createMigrationsTableSql = `CREATE TABLE IF NOT EXISTS d1_migrations(
	id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Applies a migration in one transaction. Does not use `wrangler d1 migrations apply`, because it starts a workerd for each migration. */
async function applyMigration(database: D1Database, file: string): Promise<void> {
	const statements = await readMigration(file);
	const record = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
	await database
		.batch([...statements.map((sql) => database.prepare(sql)), record.bind(basename(file))])
		.catch((error: unknown) => {
			throw new UserError(`The database could not be migrated (${file}): ${getMessage(error)}`);
		});
}

async function migrateAndSeed(database: D1Database, dataFolder: string): Promise<void> {
	try {
		const pending = await listPendingMigrations(database, dataFolder);
		for (const file of pending) await applyMigration(database, file);
		await seedShop(database);
	} catch (error) {
		if (error instanceof UserError) throw error;
		const [reason] = getMessage(error).split("\n");
		throw new UserError(
			`The database in ${dataFolder} cannot be used (${reason}): move that folder away, or choose another with STORE_DATA.`,
		);
	}
}

/** Migrates the database, and seeds it if it is empty. */
export function prepareDatabase(database: D1Database, dataFolder: string): Promise<void> {
	return runStep("Preparing the database", () => migrateAndSeed(database, dataFolder));
}

/** Does the same as `prepareDatabase`, for a data folder that no workerd is using. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
	checkDatabaseFile(dataFolder);
	const { database, close } = await connectBindings({ dataFolder });
	await prepareDatabase(database, dataFolder).finally(close);
}
