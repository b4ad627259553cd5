import { expect, test } from "vitest";
import { mergeOfferLines } from "./offer-lines.ts";

const createLine = (productId: string, quantity: string, price: string) => ({
	productId,
	name: productId,
	hint: "",
	quantity,
	price,
});

test("adds pieces of a tool that is already in the offer to its line, at that line's price", () => {
	const lines = [
		createLine("jack", "2", "120.00"),
		createLine("bar", "many", "9.00"),
		createLine("oil", "5", "1.00"),
	];
	const addedLines = [
		createLine("jack", "12", "139.00"),
		createLine("bar", "4", "10.00"),
		createLine("pan", "6", "9.80"),
	];
	expect(mergeOfferLines(lines, addedLines)).toEqual([
		createLine("jack", "14", "120.00"),
		createLine("bar", "many", "9.00"),
		createLine("oil", "5", "1.00"),
		createLine("pan", "6", "9.80"),
	]);
});
