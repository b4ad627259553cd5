import { resolve } from "node:path";
import { parseArguments, readPlace } from "../support/arguments.ts";
import { Refusal } from "../support/refusal.ts";

const kinds = {
	to: { type: "string" },
	from: { type: "string" },
	env: { type: "string" },
	local: { type: "boolean" },
	replace: { type: "boolean" },
} as const;

/**
 * Reads the arguments of `npm run export` and `npm run restore`.
 * @param direction of the folder: `--to` or `--from`
 * @throws Refusal when one is missing or unknown
 */
export function readArguments(direction: "to" | "from") {
	const { values } = parseArguments(kinds);
	const folder = values[direction];
	if (!folder) throw new Refusal(`Say which folder, after a --: --${direction} FOLDER.`);
	return {
		folder: resolve(folder),
		place: readPlace(values),
		replace: values.replace ?? false,
	};
}
