import { eq } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { basketLinesMax, quantityMax } from "#contract/limits.ts";
import { getUnitPriceCents, type PriceWithBreaks } from "#contract/price-breaks.ts";
import { createId } from "#worker/auth/tokens.ts";
import { basketLines, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createProductRow } from "../../../tests/support/products.ts";
import {
	addToAccountBasket,
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "./lines.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

async function createShopper() {
	const account = await localShop.addAccount();
	return { account, shopperContext: localShop.createContext(account) };
}

const toQuantityPairs = (lines: { productId: string; quantity: number }[]) =>
	lines.map(({ productId, quantity }) => [productId, quantity]);

test("adding a tool again adds to its quantity, at the price break of the sum", async () => {
	const { shopperContext } = await createShopper();
	const productId = await localShop.addProduct(500, 10);
	const prices: PriceWithBreaks = { priceCents: 1_999, priceBreaks: [[50, 1_500]] };
	await localShop.db.update(products).set(prices).where(eq(products.id, productId));
	const add = async (quantity: number | undefined, key: string) => {
		const lines = await addToAccountBasket(shopperContext, [{ productId, quantity }], key);
		return lines.map((line) => [line.quantity, line.addedCents]);
	};
	expect(await add(undefined, "a")).toEqual([[10, 1_999]]);
	expect(await add(undefined, "b")).toEqual([[20, 1_999]]);
	expect(await add(40, "c")).toEqual([[60, 1_500]]);
	expect(await add(quantityMax, "d")).toEqual([
		[quantityMax, getUnitPriceCents(prices, quantityMax)],
	]);
});

test("a repeated request adds nothing, at any time with a key and for 10 seconds without one", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { shopperContext } = await createShopper();
	const items = [
		{ productId: await localShop.addProduct(500), quantity: 6 },
		{ productId: await localShop.addProduct(500), quantity: 8 },
	];
	const add = async (key?: string) =>
		(await addToAccountBasket(shopperContext, items, key)).map(({ quantity }) => quantity);
	const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
	expect(await add("key")).toEqual([6, 8]);
	wait(3_600_000);
	expect(await add("key")).toEqual([6, 8]);
	expect(await add("other")).toEqual([12, 16]);
	expect(await add()).toEqual([18, 24]);
	wait(9_000);
	expect(await add()).toEqual([18, 24]);
	wait(2_000);
	expect(await add()).toEqual([24, 32]);
	expect(await addToAccountBasket(shopperContext, items.slice(0, 1))).toMatchObject([
		{ quantity: 30 },
		{},
	]);
});

test("adds at most 200 tools, in one round trip and in order", async () => {
	const { account } = await createShopper();
	const ids = Array.from({ length: basketLinesMax + 1 }, createId);
	for (const id of ids) {
		await localShop.db.insert(products).values({ ...createProductRow(), id });
	}
	let roundTrips = 0;
	const shopperContext = localShop.createContext(account, () => {
		roundTrips += 1;
	});
	const items = ids.map((productId) => ({ productId, quantity: 2 }));
	const lines = await addToAccountBasket(shopperContext, items.slice(0, basketLinesMax));
	expect(roundTrips).toBe(1);
	expect(lines.map((line) => line.productId)).toEqual(ids.slice(0, basketLinesMax));
	const last = ids.at(-1) ?? "";
	expect(await addToAccountBasket(shopperContext, [{ productId: last, quantity: 1 }])).toHaveLength(
		basketLinesMax,
	);
	await expect(
		setBasketLine(shopperContext, { productId: last, quantity: 1 }),
	).rejects.toMatchObject({
		code: "basket_full",
	});
	// A full basket still accepts changes to its lines.
	const [first = ""] = ids;
	const changedLines = await addToAccountBasket(shopperContext, [
		{ productId: first, quantity: 5 },
	]);
	expect(toQuantityPairs(changedLines)[0]).toEqual([first, 7]);
});

test("skips tools that are not for sale, but keeps tools that are withdrawn after they were added", async () => {
	const { shopperContext } = await createShopper();
	const [published, withdrawn] = [await localShop.addProduct(5), await localShop.addProduct(5)];
	await addToAccountBasket(shopperContext, [
		{ productId: published, quantity: 1 },
		{ productId: withdrawn, quantity: 1 },
		{ productId: "unknown", quantity: 1 },
	]);
	const isWithdrawn = eq(products.id, withdrawn);
	await localShop.db.update(products).set({ deletedAt: new Date() }).where(isWithdrawn);
	const lines = await listBasketLines(shopperContext);
	expect(lines.map(({ product }) => product.isPublished)).toEqual([true, false]);
	await removeBasketLine(shopperContext, withdrawn);
	expect(
		await addToAccountBasket(shopperContext, [{ productId: withdrawn, quantity: 1 }]),
	).toHaveLength(1);
	await expect(
		setBasketLine(shopperContext, { productId: withdrawn, quantity: 1 }),
	).rejects.toMatchObject({
		code: "product_not_found",
	});
});

test("a line keeps its price until its quantity changes", async () => {
	const { shopperContext } = await createShopper();
	const productId = await localShop.addProduct(500, 10);
	const isProduct = eq(products.id, productId);
	await localShop.db
		.update(products)
		.set({ priceBreaks: [[50, 1_500]] })
		.where(isProduct);
	const addedLines = await addToAccountBasket(shopperContext, [{ productId, quantity: 60 }]);
	expect(addedLines[0]).toMatchObject({ quantity: 60, addedCents: 1_500 });
	await localShop.db
		.update(products)
		.set({ priceBreaks: [[50, 1_400]] })
		.where(isProduct);
	expect((await listBasketLines(shopperContext))[0]).toMatchObject({ addedCents: 1_500 });
	expect(await setBasketLine(shopperContext, { productId, quantity: 70 })).toMatchObject([
		{ quantity: 70, addedCents: 1_400 },
	]);
	expect(await setBasketLine(shopperContext, { productId, quantity: 20 })).toMatchObject([
		{ quantity: 20, addedCents: 1_999 },
	]);
});

test("removing a line and clearing the basket report what they removed", async () => {
	const { shopperContext } = await createShopper();
	const { shopperContext: otherShopperContext } = await createShopper();
	const ids = [
		await localShop.addProduct(5),
		await localShop.addProduct(5),
		await localShop.addProduct(5),
	];
	const items = ids.map((productId) => ({ productId, quantity: 3 }));
	await addToAccountBasket(shopperContext, items);
	await addToAccountBasket(otherShopperContext, items);
	const [first = ""] = ids;
	expect(await removeBasketLine(shopperContext, first)).toBe(3);
	expect(await removeBasketLine(shopperContext, first)).toBeNull();
	expect(await clearBasket(shopperContext)).toBe(2);
	expect(await listBasketLines(shopperContext)).toEqual([]);
	expect(await listBasketLines(otherShopperContext)).toHaveLength(3);
});

test("the database rejects quantities out of range", async () => {
	const { account } = await createShopper();
	const line = {
		userId: account.id,
		productId: await localShop.addProduct(5),
		priceCents: 1,
		addedAt: new Date(),
	};
	for (const quantity of [0, 1_000_001]) {
		await expect(localShop.db.insert(basketLines).values({ ...line, quantity })).rejects.toThrow();
	}
});

test("staff have no basket", async () => {
	const shopperContext = localShop.createContext(await localShop.addAccount("support"));
	await expect(addToAccountBasket(shopperContext, [])).rejects.toMatchObject({
		code: "staff_basket",
	});
});

test("an account cannot change another account's basket", async () => {
	const [{ shopperContext }, { shopperContext: otherShopperContext }] = [
		await createShopper(),
		await createShopper(),
	];
	const productId = await localShop.addProduct(500);
	await addToAccountBasket(shopperContext, [{ productId, quantity: 5 }]);
	await addToAccountBasket(otherShopperContext, [{ productId, quantity: 5 }]);
	await setBasketLine(otherShopperContext, { productId, quantity: 9 });
	expect(toQuantityPairs(await listBasketLines(shopperContext))).toEqual([[productId, 5]]);
	await removeBasketLine(otherShopperContext, productId);
	expect(toQuantityPairs(await listBasketLines(shopperContext))).toEqual([[productId, 5]]);
	await clearBasket(otherShopperContext);
	expect(toQuantityPairs(await listBasketLines(shopperContext))).toEqual([[productId, 5]]);
});

test("lists tools in the order that they were added, even within the same millisecond", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { shopperContext } = await createShopper();
	const ids = await Promise.all(Array.from({ length: 8 }, () => localShop.addProduct(5)));
	for (const productId of ids)
		await addToAccountBasket(shopperContext, [{ productId, quantity: 1 }]);
	expect((await listBasketLines(shopperContext)).map(({ productId }) => productId)).toEqual(ids);
});
