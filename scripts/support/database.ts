import { globSync, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { unfinishedMark } from "../backup/schema.ts";
import { connectStore } from "../backup/store.ts";
import { seedShop } from "../seed.ts";
import { runProgram } from "./programs.ts";
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
async function isMigrated(database: D1Database, data: string): Promise<boolean> {
	const readNames = async (table: string) => {
		const { results } = await database.prepare(`SELECT name FROM ${table}`).all<{ name: string }>();
		return new Set(results.map(({ name }) => name));
	};
	const schema = await readNames("sqlite_master");
	if (schema.has(unfinishedMark)) {
		throw new UserError(
			`A restore into ${data} was cut off: finish it with npm run restore -- --from FOLDER --local, the same folder as before; or with another one and --replace.`,
		);
	}
	if (!schema.has("d1_migrations")) return false;
	const applied = await readNames("d1_migrations");
	return globSync("migrations/*.sql").every((file) => applied.has(basename(file)));
}

async function migrate(data: string): Promise<void> {
	const command = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", data];
	const { code, output } = await runProgram("wrangler", command, data);
	if (code !== 0) throw new UserError(`The database could not be migrated:\n${output.trim()}`);
}

/** Migrates and fills it. @throws UserError when a migration fails, or when the database is gone or half restored */
export async function prepareDatabase(data: string): Promise<void> {
	checkDatabaseFile(data);
	const ready = await stage("Opening the database", () =>
		withDatabase(data, async (database) => {
			if (!(await isMigrated(database, data))) return false;
			await seedShop(database);
			return true;
		}),
	);
	if (ready) return;
	await stage("Migrating the database", () => migrate(data));
	await stage("Filling the shop", () => withDatabase(data, seedShop));
}
