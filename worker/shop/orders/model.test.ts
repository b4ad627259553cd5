import { expect, test } from "vitest";
import { checkStockModel } from "../../../tests/model/stock-model.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";

const localShop = createLocalShop();

test("the stock matches a model after any sequence of orders, cancellations, payments and stock edits", async () => {
	const { placed, rejected } = await checkStockModel(localShop, 300);
	expect(Math.min(placed, rejected)).toBeGreaterThan(0);
}, 60_000);
