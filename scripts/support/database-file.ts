import { globSync, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Refusal } from "./refusal.ts";

/** Miniflare's own index of a folder is not one of its databases. */
const withoutIndex = (files: string[]) =>
	files.filter((file) => basename(file) !== "metadata.sqlite");

/** @returns the files of the D1 databases in a data folder */
const findDatabases = (data: string): string[] =>
	withoutIndex(globSync(join(data, "v3/d1/miniflare-D1DatabaseObject/*.sqlite")));

/** @returns files of the pictures, of what was viewed last, and of the sandbox */
const findOthers = (data: string): string[] =>
	withoutIndex(globSync(join(data, "v3/{r2,kv,do}/**/*.sqlite")));

const waysOut = (data: string) =>
	`Put it back, or restore an export (npm run restore -- --from FOLDER --local), or move ${data} away to begin with a new shop.`;

/** @throws Refusal when a folder contains a shop's data without its database: a new empty one would look like a new shop */
export function checkDatabaseFile(data: string): void {
	if (findDatabases(data).length > 0 || findOthers(data).length === 0) return;
	throw new Refusal(
		`The database of ${data} is gone, though pictures or other data of its shop are there. ${waysOut(data)}`,
	);
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;

/**
 * Watches the databases of a running shop. A deleted file keeps working until the shop ends, and is then lost.
 * @param onLoss is called once, when one is deleted or replaced
 */
export function watchDatabaseFile(data: string, onLoss: (refusal: Refusal) => void): void {
	for (const file of findDatabases(data)) {
		const inode = inodeOf(file);
		const watcher = watch(dirname(file), { persistent: false }, () => {
			if (inodeOf(file) === inode) return;
			watcher.close();
			onLoss(
				new Refusal(
					`The database ${file} was deleted or replaced while the shop was open, so the shop is stopped. ${waysOut(data)}`,
				),
			);
		});
	}
}
