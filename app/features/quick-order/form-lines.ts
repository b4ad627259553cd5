import { quantityTextMax, quickOrderMaxBytes, textLength } from "#contract/limits.ts";
import { decodeFile, hasNul } from "#worker/shop/imports/file.ts";
import type { RequestedLine } from "#worker/shop/quick-order/interpretations.ts";
import { parseLines } from "#worker/shop/quick-order/parse-lines.ts";

const readTexts = (form: FormData, name: string): string[] =>
	form.getAll(name).map((value) => (typeof value === "string" ? value.trim() : ""));

/** Reads the lines that the page shows as fields. Ignores a line's tool if the line's text has changed since its check. */
function readRows(form: FormData): RequestedLine[] {
	const [items, quantities, checkedItems] = ["item", "quantity", "checked-item"].map((name) =>
		readTexts(form, name),
	);
	const [changedIndex = "", newQuantity = ""] = String(form.get("set") ?? "").split(":");
	const removedIndex = form.get("remove");
	// Calling `form.get` for each line would be slow: it scans all fields, and a form can have 75,000 of them.
	const fields = new Map(form);
	return (items ?? []).flatMap((item, index) => {
		if (removedIndex === String(index)) return [];
		const toolId = String(fields.get(`tool-${index}`) ?? "").trim();
		const typedQuantity = quantities?.[index] ?? "";
		return {
			item: item.slice(0, textLength.name),
			quantity:
				changedIndex === String(index) ? newQuantity : typedQuantity.slice(0, quantityTextMax),
			toolId: toolId && checkedItems?.[index] === item ? toolId.slice(0, textLength.id) : null,
		};
	});
}

/** Parses pasted text or the text of a file into lines. */
const parseText = (text: string): RequestedLine[] =>
	parseLines(text).map(({ item, quantity, alternative }) => ({
		...(alternative && { alternative }),
		item: item.slice(0, textLength.name),
		quantity: quantity.slice(0, quantityTextMax),
		toolId: null,
	}));

type FormLines = { lines: RequestedLine[]; problem: "tooLarge" | "notText" | null };

/** @returns the lines that could be read, and why the pasted text or the file could not */
export async function readFormLines(form: FormData): Promise<FormLines> {
	const [pastedValue, file] = [form.get("lines"), form.get("file")];
	const pastedText = typeof pastedValue === "string" ? pastedValue : "";
	const lines = readRows(form);
	let problem: FormLines["problem"] = null;
	if (pastedText.length > quickOrderMaxBytes) problem = "tooLarge";
	else lines.push(...parseText(pastedText));
	if (file instanceof File && file.size > quickOrderMaxBytes) problem = "tooLarge";
	else if (file instanceof File) {
		const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
		if (hasNul(text)) problem = "notText";
		else lines.push(...parseText(text));
	}
	return { problem, lines: lines.filter(({ item, quantity }) => item !== "" || quantity !== "") };
}

/** Formats lines as text that `parseText` parses into the same lines. */
export const formatLines = (lines: readonly { item: string; quantity: string }[]): string =>
	lines.map(({ item, quantity }) => `${item}\t${quantity}`).join("\n");
