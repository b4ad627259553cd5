import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, Refusal } from "./refusal.ts";

const ways = {
	open: {
		lock: "BEGIN; SELECT name FROM sqlite_master",
		refusal: (data: string) =>
			`A restore into ${data} is under way: wait for its end, or choose another folder with STORE_DATA.`,
	},
	replace: {
		lock: "BEGIN EXCLUSIVE",
		refusal: (data: string) => `A shop is open on ${data}: stop it first.`,
	},
} as const;

/**
 * Holds a data folder until the process ends, however it ends: the lock is SQLite's on a file in it, so none is left behind.
 * Any number of shops may have it `open`; who is to `replace` it has it alone.
 * @param data a folder that is there
 * @returns what lets it go before the end
 * @throws Refusal when another process holds it otherwise
 */
export function holdData(data: string, way: keyof typeof ways): () => void {
	const database = new DatabaseSync(join(data, "shop.lock"));
	const release = () => {
		if (database.isOpen) database.close();
	};
	try {
		database.exec(ways[way].lock);
	} catch (error) {
		release();
		throw codeOf(error) === "ERR_SQLITE_ERROR" ? new Refusal(ways[way].refusal(data)) : error;
	}
	process.once("exit", release);
	return release;
}
