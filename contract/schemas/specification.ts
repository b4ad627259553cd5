import * as v from "valibot";
import { specificationMax } from "../limits.ts";
import { text } from "./fields.ts";

export const invalidSpecification = `Write "Name: value" on each line: at most ${specificationMax.rows} lines, names of ${specificationMax.name} and values of ${specificationMax.value} characters`;

type Rows = readonly (readonly [string, string])[];

/** Replaces tabs, which come from pasted spreadsheet cells, with spaces. */
const lineText = (maxLength: number, pattern: RegExp) =>
	v.pipe(
		text(invalidSpecification, maxLength),
		v.transform((value) => value.replaceAll("\t", " ")),
		v.regex(pattern),
	);

const rowsSchema = v.pipe(
	v.array(
		v.strictTuple([
			lineText(specificationMax.name, /^[^:\n\r\u2028\u2029]*$/),
			lineText(specificationMax.value, /^[^\n\r\u2028\u2029]*$/),
		]),
	),
	v.maxLength(specificationMax.rows),
);

/** "Length: 465 mm" → ["Length", "465 mm"]. A line without a colon becomes a single element, which `rowsSchema` rejects. */
function parseRow(line: string): string[] {
	const colon = line.indexOf(":");
	return colon < 0 ? [line] : [line.slice(0, colon), line.slice(colon + 1)];
}

const parseRows = (input: string | string[][]): string[][] =>
	typeof input === "string"
		? input
				.split("\n")
				.filter((line) => line.trim())
				.map(parseRow)
		: input;

export const specification = v.pipe(
	v.union([v.string(), v.array(v.array(v.string()))], invalidSpecification),
	v.description('rows ["name", "value"], or text with "name: value" on each line'),
	v.transform(parseRows),
	v.check((rows) => v.is(rowsSchema, rows), invalidSpecification),
	v.transform((rows): Rows => v.parse(rowsSchema, rows)),
);

export const formatSpecification = (rows: Rows): string =>
	rows.map(([name, value]) => `${name}: ${value}`).join("\n");
