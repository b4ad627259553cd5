import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, UserError } from "./user-error.ts";

const uses = {
	open: "A shop is open on",
	export: "An export reads",
	restore: "A restore writes to",
	"make-admin": "npm run make-admin writes to",
};

/** `mkdir` with `recursive` never ends where folders cannot be created, as under /proc. */
function makeFolder(path: string): void {
	if (existsSync(path)) return;
	makeFolder(dirname(path));
	mkdirSync(path);
}

function makeWritable(data: string): void {
	const probe = join(data, ".probe");
	try {
		makeFolder(data);
		writeFileSync(probe, "");
		rmSync(probe);
	} catch (error) {
		const reason = codeOf(error) === "ENOSPC" ? "the disk is full" : codeOf(error);
		throw new UserError(
			`The data folder ${data} cannot be written (${reason}): choose another with STORE_DATA.`,
		);
	}
}

/**
 * Makes a data folder, and holds it until the process ends, however it ends: the lock is SQLite's on a file in it, so none is
 * left behind. Two shops on one folder would refuse each other half of the writes (SQLITE_BUSY).
 * @returns a function that releases it earlier
 * @throws UserError when it cannot be written, or another program holds it
 */
export function holdData(data: string, use: keyof typeof uses): () => void {
	makeWritable(data);
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
		throw new UserError(
			`${holder} ${data}: stop it or wait for its end, or choose another folder with STORE_DATA.`,
		);
	}
	writeFileSync(note, uses[use]);
	process.once("exit", release);
	return release;
}
