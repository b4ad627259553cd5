import { writeFile } from "node:fs/promises";
import type { Exchange } from "../support/stripe-schema.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Names that say who or when, or open something. */
const secret = /(^|_)(secret|url|email|fingerprint|created|due_by|available_on|phone|name)$/;
const id = /\b([a-z]{2,6})_(?!test\b|card_)[A-Za-z0-9]{10,}\b/g;

/** Gives each id a number in the order of its first appearance, so that the same id is the same number everywhere. */
function makeScrubber() {
	const known = new Map<string, string>();
	const nameOf = (text: string, prefix: string) => {
		const name = known.get(text) ?? `${prefix}_${known.size + 1}`;
		known.set(text, name);
		return name;
	};
	return function scrub(value: unknown, name = ""): unknown {
		if (value !== null && secret.test(name)) return "…";
		if (typeof value === "string") return value.replace(id, nameOf);
		if (Array.isArray(value)) return value.map((each) => scrub(each));
		if (!isRecord(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrub(each, key)]));
	};
}

/** Writes what was asked and answered, without ids, secrets, addresses and times: fit to be committed. */
export async function writeTape(file: string, exchanges: Exchange[]): Promise<void> {
	const scrub = makeScrubber();
	const tape = exchanges.map(({ browser: _, ...exchange }) => scrub(exchange));
	await writeFile(file, `${JSON.stringify(tape, null, "\t")}\n`);
}

/** @returns for each call with its status, all fields that its answers had: `latest_charge.refunded` */
export function fieldsOf(exchanges: Exchange[]): Map<string, Set<string>> {
	const calls = new Map<string, Set<string>>();
	for (const { operation, status, body } of exchanges) {
		const call = `${operation} ${status}`;
		const fields = calls.get(call) ?? new Set<string>();
		calls.set(call, fields);
		collect(body, "", fields);
	}
	return calls;
}

function collect(value: unknown, place: string, fields: Set<string>): void {
	if (Array.isArray(value)) for (const each of value) collect(each, `${place}[]`, fields);
	if (!isRecord(value) || place.endsWith("metadata")) return;
	for (const [name, inner] of Object.entries(value)) {
		const here = place === "" ? name : `${place}.${name}`;
		fields.add(here);
		collect(inner, here, fields);
	}
}
