import { expect, test } from "vitest";
import { orderTotalLimits } from "#contract/limits.ts";
import type { StoredBasketLine } from "./lines.ts";
import { describeAddedTools } from "./order-again.ts";
import { findBasketProblem, toBasket } from "./view.ts";

function createLine(priceCents: number, quantity: number): StoredBasketLine {
	const img = "/pictures/torque-wrench-800.webp";
	const tool = { name: "Torque wrench", partNumber: null, img, priceCents, priceBreaks: [] };
	return {
		productId: String(priceCents),
		quantity,
		addedCents: priceCents,
		product: { ...tool, stock: 1_000, minimum: 1, orderMultiple: 1, isPublished: true },
	};
}

test("a basket whose total is the maximum can be ordered, and one that costs more cannot", () => {
	const lines = [createLine(33_333_333, 3)];
	expect(toBasket(lines).totalCents).toBe(orderTotalLimits.max);
	expect(findBasketProblem(toBasket(lines))).toBeNull();
	const problem = findBasketProblem(toBasket([...lines, createLine(100, 1)]));
	expect(problem).toContain("$1,000,000.99");
});

test("names at most three of the tools that could not be added, with the reason", () => {
	const createTools = (names: string[], isPublished: boolean) =>
		names.map((name) => ({ productId: name, name, isPublished }));
	const tools = createTools(["A", "B", "C", "D"], true);
	expect(describeAddedTools(tools, [])).toBe("No room in the basket: A, B, C and 1 more.");
	const allTools = [...tools, ...createTools(["E"], false)];
	const lines = ["A", "E"].map((productId) => ({ productId }));
	expect(describeAddedTools(allTools, lines)).toBe(
		"1 tool added to your basket. No room in the basket: B, C, D. No longer for sale: E.",
	);
});
