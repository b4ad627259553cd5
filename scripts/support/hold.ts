import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, Refusal } from "./refusal.ts";

const uses = {
	open: "A shop is open on",
	export: "An export reads",
	restore: "A restore writes to",
	"make-admin": "npm run make-admin writes to",
};

/**
 * Holds a data folder alone until the process ends, however it ends: the lock is SQLite's on a file in it, so none is left
 * behind. Two shops on one folder would refuse each other half of the writes (SQLITE_BUSY).
 * @param data an existing folder
 * @returns a function that releases it earlier
 * @throws Refusal when another process holds it
 */
export function holdData(data: string, use: keyof typeof uses): () => void {
	const note = join(data, "shop.lock.use");
	const database = new DatabaseSync(join(data, "shop.lock"));
	const release = () => {
		process.off("exit", release);
		if (database.isOpen) database.close();
	};
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		release();
		if (codeOf(error) !== "ERR_SQLITE_ERROR") throw error;
		const holder = existsSync(note) ? readFileSync(note, "utf8") : uses.open;
		throw new Refusal(
			`${holder} ${data}: stop it or wait for its end, or choose another folder with STORE_DATA.`,
		);
	}
	writeFileSync(note, uses[use]);
	process.once("exit", release);
	return release;
}
