import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, Refusal } from "./refusal.ts";

/** What a data folder is held for: a shop that is open on it, an export of it, a restore into it, or a new admin. */
type Use = "open" | "export" | "restore" | "make-admin";

const underWay = {
	open: (data: string) => `A shop is open on ${data}: stop it first`,
	export: (data: string) => `An export of ${data} is under way: wait for its end`,
	restore: (data: string) => `A restore into ${data} is under way: wait for its end`,
	"make-admin": (data: string) => `npm run make-admin is at work on ${data}: wait for its end`,
};

const wayOut = ", or choose another folder with STORE_DATA.";

const noteOf = (data: string) => join(data, "shop.lock.use");

/** @returns what the folder's holder has noted */
function readUse(data: string): Use {
	const note = readFileSync(noteOf(data), "utf8");
	return note === "export" || note === "restore" || note === "make-admin" ? note : "open";
}

function refusalOf(data: string): Refusal {
	try {
		return new Refusal(underWay[readUse(data)](data) + wayOut);
	} catch {
		return new Refusal(underWay.open(data) + wayOut);
	}
}

/**
 * Holds a data folder alone until the process ends, however it ends: the lock is SQLite's on a file in it, so none is left
 * behind. Two shops on one folder would refuse each other half of the writes (SQLITE_BUSY).
 * @param data a folder that is there
 * @returns what lets it go before the end
 * @throws Refusal when another process holds it
 */
export function holdData(data: string, use: Use): () => void {
	const database = new DatabaseSync(join(data, "shop.lock"));
	const release = () => {
		process.off("exit", release);
		if (database.isOpen) database.close();
	};
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		release();
		throw codeOf(error) === "ERR_SQLITE_ERROR" ? refusalOf(data) : error;
	}
	writeFileSync(noteOf(data), use);
	process.once("exit", release);
	return release;
}
