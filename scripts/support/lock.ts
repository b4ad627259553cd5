import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, UserError } from "./user-error.ts";

const descriptions = {
	open: "A shop is open on",
	export: "An export reads",
	restore: "A restore writes to",
	"make-admin": "npm run make-admin writes to",
};

function createFolder(data: string): void {
	try {
		mkdirSync(data, { recursive: true });
		accessSync(data, constants.W_OK);
	} catch (error) {
		throw new UserError(
			`The data folder ${data} is not writable (${codeOf(error)}): choose another with STORE_DATA.`,
		);
	}
}

/**
 * Locks a data folder until the process ends, even by SIGKILL, because the lock is SQLite's. Two shops on one folder would block
 * each other's writes (SQLITE_BUSY). @returns a function that unlocks it earlier
 */
export function lockData(data: string, use: keyof typeof descriptions): () => void {
	createFolder(data);
	const descriptionFile = join(data, "shop.lock.use");
	const database = new DatabaseSync(join(data, "shop.lock"));
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch {
		database.close();
		throw new UserError(
			`${readFileSync(descriptionFile, "utf8")} ${data}: stop it or wait until it ends, or choose another folder with STORE_DATA.`,
		);
	}
	writeFileSync(descriptionFile, descriptions[use]);
	const unlock = () => {
		process.off("exit", unlock);
		database.close();
	};
	// This reference also keeps the garbage collector from closing the file.
	process.once("exit", unlock);
	return unlock;
}
