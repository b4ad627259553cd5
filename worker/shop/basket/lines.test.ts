import { eq } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { basketLinesMax, quantityMax } from "#contract/limits.ts";
import { getUnitPriceCents, type PriceWithBreaks } from "#contract/price-breaks.ts";
import { createId } from "#worker/auth/tokens.ts";
import { basketLines, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import {
	addToAccountBasket,
	clearBasket,
	listBasketLines,
	removeBasketLine,
	setBasketLine,
} from "./lines.ts";

const local = createLocalShop();
afterAll(local.close);

async function openShop() {
	const account = await local.addAccount();
	return { account, shop: local.createContext(account) };
}

const toQuantities = (lines: { productId: string; quantity: number }[]) =>
	lines.map(({ productId, quantity }) => [productId, quantity]);

test("a tool is added at its minimum order, and adding it again sums the quantities at the price of the total", async () => {
	const { shop } = await openShop();
	const productId = await local.addProduct(500, 10);
	const prices: PriceWithBreaks = { priceCents: 1_999, priceBreaks: [[50, 1_500]] };
	await local.db.update(products).set(prices).where(eq(products.id, productId));
	const add = async (quantity: number | null, key: string) => {
		const lines = await addToAccountBasket(shop, [{ productId, quantity }], key);
		return lines.map((line) => [line.quantity, line.addedCents]);
	};
	expect(await add(null, "a")).toEqual([[10, 1_999]]);
	expect(await add(null, "b")).toEqual([[20, 1_999]]);
	expect(await add(40, "c")).toEqual([[60, 1_500]]);
	expect(await add(quantityMax, "d")).toEqual([
		[quantityMax, getUnitPriceCents(prices, quantityMax)],
	]);
});

test("a repeated request adds nothing: with the same key at any time, without a key for 10 seconds", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { shop } = await openShop();
	const items = [
		{ productId: await local.addProduct(500), quantity: 6 },
		{ productId: await local.addProduct(500), quantity: 8 },
	];
	const add = async (key?: string) =>
		(await addToAccountBasket(shop, items, key)).map(({ quantity }) => quantity);
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
	expect(await addToAccountBasket(shop, items.slice(0, 1))).toMatchObject([{ quantity: 30 }, {}]);
});

test("200 tools are added in one round trip and keep their order, and the 201st is left out", async () => {
	const { account } = await openShop();
	const ids = Array.from({ length: basketLinesMax + 1 }, createId);
	for (const id of ids) {
		const product = {
			name: "Bolt",
			description: "A bolt.",
			priceCents: 100,
			quantity: 9,
			minimum: 1,
		};
		await local.db
			.insert(products)
			.values({ id, img: "/pictures/torque-wrench-800.webp", ...product });
	}
	let roundTrips = 0;
	const shop = local.createContext(account, () => {
		roundTrips += 1;
	});
	const items = ids.map((productId) => ({ productId, quantity: 2 }));
	const lines = await addToAccountBasket(shop, items.slice(0, basketLinesMax));
	expect(roundTrips).toBe(1);
	expect(lines.map((line) => line.productId)).toEqual(ids.slice(0, basketLinesMax));
	const [last = ""] = ids.slice(-1);
	expect(await addToAccountBasket(shop, [{ productId: last, quantity: 1 }])).toHaveLength(
		basketLinesMax,
	);
	await expect(setBasketLine(shop, { productId: last, quantity: 1 })).rejects.toMatchObject({
		code: "basket_full",
	});
	// A full basket still accepts changes of its lines.
	const [first = ""] = ids;
	const changed = await addToAccountBasket(shop, [{ productId: first, quantity: 5 }]);
	expect(toQuantities(changed)[0]).toEqual([first, 7]);
});

test("a tool that is not for sale is not added, and a tool withdrawn later stays and is marked", async () => {
	const { shop } = await openShop();
	const [sold, withdrawn] = [await local.addProduct(5), await local.addProduct(5)];
	const hide = { deletedAt: new Date() };
	await addToAccountBasket(shop, [
		{ productId: sold, quantity: 1 },
		{ productId: withdrawn, quantity: 1 },
		{ productId: "unknown", quantity: 1 },
	]);
	await local.db.update(products).set(hide).where(eq(products.id, withdrawn));
	const listed = (await listBasketLines(shop)).map(({ product }) => product.isPublished);
	expect(listed).toEqual([true, false]);
	await removeBasketLine(shop, withdrawn);
	expect(await addToAccountBasket(shop, [{ productId: withdrawn, quantity: 1 }])).toHaveLength(1);
	await expect(setBasketLine(shop, { productId: withdrawn, quantity: 1 })).rejects.toMatchObject({
		code: "product_not_found",
	});
});

test("a line keeps its price until its quantity changes", async () => {
	const { shop } = await openShop();
	const productId = await local.addProduct(500, 10);
	const isProduct = eq(products.id, productId);
	await local.db
		.update(products)
		.set({ priceBreaks: [[50, 1_500]] })
		.where(isProduct);
	const added = await addToAccountBasket(shop, [{ productId, quantity: 60 }]);
	expect(added[0]).toMatchObject({ quantity: 60, addedCents: 1_500 });
	await local.db
		.update(products)
		.set({ priceBreaks: [[50, 1_400]] })
		.where(isProduct);
	expect((await listBasketLines(shop))[0]).toMatchObject({ addedCents: 1_500 });
	expect(await setBasketLine(shop, { productId, quantity: 70 })).toMatchObject([
		{ quantity: 70, addedCents: 1_400 },
	]);
	expect(await setBasketLine(shop, { productId, quantity: 20 })).toMatchObject([
		{ quantity: 20, addedCents: 1_999 },
	]);
});

test("removing a line returns its quantity once, for undo, and clearing affects only one's own basket", async () => {
	const { shop } = await openShop();
	const other = await openShop();
	const ids = [await local.addProduct(5), await local.addProduct(5), await local.addProduct(5)];
	const items = ids.map((productId) => ({ productId, quantity: 3 }));
	await addToAccountBasket(shop, items);
	await addToAccountBasket(other.shop, items);
	const [first = ""] = ids;
	expect(await removeBasketLine(shop, first)).toEqual({ quantity: 3 });
	expect(await removeBasketLine(shop, first)).toBeNull();
	expect(await clearBasket(shop)).toBe(2);
	expect(await listBasketLines(shop)).toEqual([]);
	expect(await listBasketLines(other.shop)).toHaveLength(3);
});

test("the database itself rejects quantities out of range", async () => {
	const { account } = await openShop();
	const line = {
		userId: account.id,
		productId: await local.addProduct(5),
		priceCents: 1,
		addedAt: new Date(),
	};
	for (const quantity of [0, 1_000_001]) {
		await expect(local.db.insert(basketLines).values({ ...line, quantity })).rejects.toThrow();
	}
});

test("staff have no basket", async () => {
	const shop = local.createContext(await local.addAccount("support"));
	await expect(addToAccountBasket(shop, [])).rejects.toMatchObject({ code: "staff_basket" });
});

test("changing, removing and emptying affect only one's own basket", async () => {
	const [{ shop }, { shop: other }] = [await openShop(), await openShop()];
	const productId = await local.addProduct(500);
	for (const each of [shop, other]) await addToAccountBasket(each, [{ productId, quantity: 5 }]);
	await setBasketLine(other, { productId, quantity: 9 });
	expect(toQuantities(await listBasketLines(shop))).toEqual([[productId, 5]]);
	await removeBasketLine(other, productId);
	expect(toQuantities(await listBasketLines(shop))).toEqual([[productId, 5]]);
	await clearBasket(other);
	expect(toQuantities(await listBasketLines(shop))).toEqual([[productId, 5]]);
});

test("tools that are added in the same millisecond stay in the order in which they were added", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { shop } = await openShop();
	const ids = await Promise.all(Array.from({ length: 8 }, () => local.addProduct(5)));
	for (const productId of ids) await addToAccountBasket(shop, [{ productId, quantity: 1 }]);
	expect((await listBasketLines(shop)).map(({ productId }) => productId)).toEqual(ids);
});
