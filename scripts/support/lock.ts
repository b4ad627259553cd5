import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getCode, getMessage, UserError } from "./user-error.ts";

const descriptions = {
	start: "A shop is running on",
	export: "An export is reading",
	restore: "A restore is writing to",
	"make-admin": "npm run make-admin is writing to",
};

/** Replaces `mkdir` with `recursive`, which hangs where no folder can be created, such as under /proc. */
function createFolder(path: string): void {
	if (existsSync(path)) return;
	createFolder(dirname(path));
	mkdirSync(path);
}

/** @throws UserError if the folder is not writable */
function checkWritable(dataFolder: string): void {
	const probeFile = join(dataFolder, ".probe");
	try {
		createFolder(dataFolder);
		writeFileSync(probeFile, "");
		rmSync(probeFile);
	} catch (error) {
		const reason = getCode(error) === "ENOSPC" ? "the disk is full" : getCode(error);
		throw new UserError(
			`The data folder ${dataFolder} is not writable (${reason}): choose another with STORE_DATA.`,
		);
	}
}

/** Returns whether SQLite failed because another connection has locked the file (SQLITE_BUSY). */
const isBusy = (error: unknown) =>
	error instanceof Error && "errcode" in error && error.errcode === 5;

/**
 * Creates a data folder if it does not exist, and locks it until the process ends. It locks a SQLite file in the folder, so the lock
 * ends even if the process is killed. Two shops on one folder would block each other's writes (SQLITE_BUSY).
 * @returns a function that unlocks the folder earlier
 * @throws UserError if the folder is not writable, or another process has locked it
 */
export function lockDataFolder(dataFolder: string, use: keyof typeof descriptions): () => void {
	checkWritable(dataFolder);
	const descriptionFile = join(dataFolder, "shop.lock.use");
	const lockFile = join(dataFolder, "shop.lock");
	const database = new DatabaseSync(lockFile);
	const unlock = () => {
		process.off("exit", unlock);
		if (database.isOpen) database.close();
	};
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		unlock();
		if (!isBusy(error)) {
			throw new UserError(
				`${dataFolder} cannot be locked: ${getMessage(error)}. Delete ${lockFile}.`,
			);
		}
		const description = existsSync(descriptionFile)
			? readFileSync(descriptionFile, "utf8")
			: descriptions.start;
		throw new UserError(
			`${description} ${dataFolder}: stop it, wait until it ends, or choose another folder with STORE_DATA.`,
		);
	}
	writeFileSync(descriptionFile, descriptions[use]);
	process.once("exit", unlock);
	return unlock;
}
