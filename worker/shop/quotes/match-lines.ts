import { quoteLinesMax, textLength } from "#contract/limits.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import type { Shop } from "../context.ts";
import { type FoundTool, matchItems } from "../quick-order/match.ts";

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

/**
 * Finds the tools of typed lines by part number or whole name, as a quick order does. What several tools may mean is left to choose.
 * @returns the lines at their price break, and those that do not name one tool of the shop
 */
export async function matchToolLines(shop: Shop, text: string) {
	requireCapability(shop, "quotes:answer");
	const typed = parseToolLines(text).slice(0, 2 * quoteLinesMax);
	const items = typed.map(({ tool }) => ({ item: tool.slice(0, textLength.name), tool: null }));
	const matches = await matchItems(shop, items);
	const lines = new Map<string, { tool: FoundTool; quantity: number }>();
	const unmatched: string[] = [];
	for (const [index, { tool: name, quantity }] of typed.entries()) {
		const match = matches[index];
		if (match?.kind !== "found") {
			unmatched.push(quantity === null ? name : `${name}, ${quantity}`);
			continue;
		}
		const { tool } = match;
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
