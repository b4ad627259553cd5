import { expect, test } from "vitest";
import { mergeOfferLines } from "./offer-lines.ts";

const line = (productId: string, quantity: string, price: string) => ({
	...{ productId, name: productId, hint: "", quantity, price },
});

test("adds the pieces of a tool that is already in the offer to its line and keeps the line's price", () => {
	const lines = [
		line("jack", "2", "120.00"),
		line("bar", "many", "9.00"),
		line("oil", "5", "1.00"),
	];
	const addedLines = [
		line("jack", "12", "139.00"),
		line("bar", "4", "10.00"),
		line("pan", "6", "9.80"),
	];
	expect(mergeOfferLines(lines, addedLines)).toEqual([
		line("jack", "14", "120.00"),
		line("bar", "many", "9.00"),
		line("oil", "5", "1.00"),
		line("pan", "6", "9.80"),
	]);
});
