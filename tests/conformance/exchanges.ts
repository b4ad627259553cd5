import { writeFile } from "node:fs/promises";
import type { Exchange } from "../support/stripe-schema.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of fields with secrets, personal data, times or URLs. */
const removedFields = /(^|_)(secret|url|email|fingerprint|created|due_by|available_on|phone|name)$/;
const idPattern = /\b([a-z]{2,6})_(?!test\b|card_)[A-Za-z0-9]{10,}\b/g;

/** Returns a function that removes private values and replaces each id with its placeholder, such as `pi_1`. */
function createScrubber() {
	const placeholders = new Map<string, string>();
	const getPlaceholder = (id: string, prefix: string) => {
		const placeholder = placeholders.get(id) ?? `${prefix}_${placeholders.size + 1}`;
		placeholders.set(id, placeholder);
		return placeholder;
	};
	return function scrub(value: unknown, name = ""): unknown {
		if (value !== null && removedFields.test(name)) return "…";
		if (typeof value === "string") return value.replace(idPattern, getPlaceholder);
		if (Array.isArray(value)) return value.map((item) => scrub(item));
		if (!isRecord(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, scrub(inner, key)]),
		);
	};
}

/** Writes the exchanges without ids, secrets, personal data and times, so that the file can be committed. */
export async function writeExchanges(file: string, exchanges: Exchange[]): Promise<void> {
	const scrub = createScrubber();
	const scrubbed = exchanges.map(({ isFromBrowser: _, ...exchange }) => scrub(exchange));
	await writeFile(file, `${JSON.stringify(scrubbed, null, "\t")}\n`);
}

/** @returns the paths of all fields of the responses, such as `latest_charge.refunded`, by operation and status */
export function getFields(exchanges: Exchange[]): Map<string, Set<string>> {
	const fieldsByOperation = new Map<string, Set<string>>();
	for (const { operation, status, body } of exchanges) {
		const key = `${operation} ${status}`;
		const fields = fieldsByOperation.get(key) ?? new Set<string>();
		fieldsByOperation.set(key, fields);
		collectFields(body, "", fields);
	}
	return fieldsByOperation;
}

function collectFields(value: unknown, path: string, fields: Set<string>): void {
	if (Array.isArray(value)) for (const item of value) collectFields(item, `${path}[]`, fields);
	if (!isRecord(value) || path.endsWith("metadata")) return;
	for (const [name, inner] of Object.entries(value)) {
		const innerPath = path === "" ? name : `${path}.${name}`;
		fields.add(innerPath);
		collectFields(inner, innerPath, fields);
	}
}
