import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Refusal } from "../support/refusal.ts";
import { readSettings } from "../support/settings.ts";
import type { Place } from "./place.ts";

const kinds = {
	to: { type: "string" },
	from: { type: "string" },
	env: { type: "string" },
	local: { type: "boolean" },
	replace: { type: "boolean" },
} as const;

function parse() {
	try {
		return parseArgs({ options: kinds, allowPositionals: false }).values;
	} catch (error) {
		throw new Refusal(error instanceof Error ? error.message : String(error));
	}
}

/** What is behind `--env production`, or `--local` for the data of `npm start` (STORE_DATA). */
function readPlace(env: string | undefined, local: boolean | undefined): Place {
	if (env && !local) return { environment: env };
	if (local && !env) return { data: readSettings().data };
	throw new Refusal("Say whose data: --local, or --env production.");
}

/**
 * Reads the arguments of `npm run export` and `npm run restore`.
 * @param direction of the folder: `--to` or `--from`
 * @throws Refusal when one is missing or unknown
 */
export function readArguments(direction: "to" | "from") {
	const values = parse();
	const folder = values[direction];
	if (!folder) throw new Refusal(`Say which folder: --${direction} FOLDER.`);
	return {
		folder: resolve(folder),
		place: readPlace(values.env, values.local),
		replace: values.replace ?? false,
	};
}
