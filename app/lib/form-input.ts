import type { GenericSchema } from "valibot";
import { parseInput } from "#contract/parse.ts";

/** Fields of rows are named "priceBreaks.0.price": they become an array of objects. */
function toInput(form: Iterable<[string, FormDataEntryValue]>): Record<string, unknown> {
	const lists = new Map<string, Record<string, unknown>[]>();
	const fields: [string, unknown][] = [];
	for (const [name, value] of form) {
		const [, list, index, key] = /^(\w+)\.(\d{1,2})\.(\w+)$/.exec(name) ?? [];
		if (list === undefined || key === undefined) fields.push([name, value]);
		else {
			const rows = lists.get(list) ?? [];
			const row = rows[Number(index)] ?? {};
			rows[Number(index)] = { ...row, [key]: value };
			lists.set(list, rows);
		}
	}
	const rowsOf = Array.from(lists, ([list, rows]) => [list, Array.from(rows, (row) => row ?? {})]);
	return Object.fromEntries([...fields, ...rowsOf]);
}

/** Parses a form as `parseInput` does, in the browser and in the action that it is sent to. */
export const parseForm = <Output>(
	form: Iterable<[string, FormDataEntryValue]>,
	schema: GenericSchema<unknown, Output>,
) => parseInput(schema, toInput(form));
