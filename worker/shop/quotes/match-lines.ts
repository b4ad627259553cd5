import { isNull, sql } from "drizzle-orm";
import { quoteLinesMax } from "#contract/limits.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** `quantity` is null if the line has none. */
type TypedLine = { tool: string; quantity: number | null };

const quantityLast = /^(.*?)\s*[\t;,]\s*(\d{1,3}(?:,\d{3})+|\d{1,7})\s*(?:pcs\.?|pieces?)?$/i;
const quantityFirst = /^(\d{1,7})\s*[x×]?\s+(.+)$/i;

/** Reads lines such as "TW-200, 50" or "50 x Torque wrench". */
export function parseToolLines(text: string): TypedLine[] {
	return text
		.split(/\r?\n/)
		.map((line) => line.trim())
		.filter((line) => line !== "")
		.map((line) => {
			const [, name, last] = quantityLast.exec(line) ?? [];
			if (name && last) return { tool: name.trim(), quantity: Number(last.replaceAll(",", "")) };
			const [, first, rest] = quantityFirst.exec(line) ?? [];
			if (first && rest) return { tool: rest.trim(), quantity: Number(first) };
			return { tool: line, quantity: null };
		});
}

const toolColumns = {
	id: products.id,
	name: products.name,
	partNumber: products.partNumber,
	priceCents: products.priceCents,
	priceBreaks: products.priceBreaks,
	minimum: products.minimum,
};

/**
 * Finds the tools of typed lines by part number or name, ignoring the case.
 * @returns the lines at their price break, and those that name no tool of the shop
 */
export async function matchToolLines(shop: Shop, text: string) {
	requireCapability(shop, "quotes:answer");
	const { db } = shop;
	const typed = parseToolLines(text).slice(0, 2 * quoteLinesMax);
	if (typed.length === 0) return { lines: [], unmatched: [] };
	const names = JSON.stringify(typed.map(({ tool }) => tool));
	const find = (column: typeof products.partNumber | typeof products.name) =>
		db
			.select(toolColumns)
			.from(sql`json_each(${names}) as item`)
			.crossJoin(products)
			.where(sql`${column} collate nocase = item.value and ${isNull(products.deletedAt)}`)
			.limit(2 * quoteLinesMax);
	const [byNumber, byName] = await retryBatch(db, [find(products.partNumber), find(products.name)]);
	const toolOf = new Map(byName.map((tool) => [tool.name.toLowerCase(), tool]));
	for (const tool of byNumber) toolOf.set((tool.partNumber ?? "").toLowerCase(), tool);
	const lines = new Map<string, { tool: (typeof byName)[number]; quantity: number }>();
	const unmatched: string[] = [];
	for (const { tool: name, quantity } of typed) {
		const tool = toolOf.get(name.toLowerCase());
		if (!tool) {
			unmatched.push(quantity === null ? name : `${name}, ${quantity}`);
			continue;
		}
		const before = lines.get(tool.id)?.quantity ?? 0;
		lines.set(tool.id, { tool, quantity: before + (quantity ?? tool.minimum) });
	}
	return {
		lines: [...lines.values()].map(({ tool, quantity }) => ({
			...{ productId: tool.id, name: tool.name, partNumber: tool.partNumber, quantity },
			unitPriceCents: unitPriceCents(tool, quantity),
			listCents: tool.priceCents,
		})),
		unmatched,
	};
}

export type MatchedLine = Awaited<ReturnType<typeof matchToolLines>>["lines"][number];
