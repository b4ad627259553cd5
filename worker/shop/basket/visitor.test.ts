import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatBasketCookie, parseBasket } from "#contract/basket.ts";
import { basketLinesMax, quantityMax } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { basketLines, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { addToAccountBasket, listBasketLines } from "./lines.ts";
import { addToBasket, readBasket, removeFromBasket, setBasketQuantity } from "./view.ts";
import { type BasketCookies, moveVisitorBasket } from "./visitor.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

/** Creates the cookies of one browser, which keeps them over several requests. */
function createBrowser() {
	const values = new Map<string, string>();
	const cookies: BasketCookies = {
		get: (name) => values.get(name),
		set: (name, value) => void values.set(name, value),
		delete: (name) => void values.delete(name),
	};
	return { values, cookies };
}

const visitor = localShop.anonymousContext;

test("the basket cookie restores its items, and an invalid one is read as an empty basket", () => {
	const items = [
		{ productId: createId(), quantity: 1_000_000, priceCents: 99_999_999 },
		{ productId: "my-tool_1", quantity: 1, priceCents: 0 },
	];
	expect(parseBasket(formatBasketCookie(items) ?? "")).toEqual(items);
	for (const text of [
		undefined,
		"",
		"~",
		"a",
		"a.0.1",
		"a.zzzz.1",
		"a.1.1njchs",
		"a.1.1~<b>.1.1",
		"a.1",
		"x".repeat(5_000),
	]) {
		expect(parseBasket(text)).toEqual([]);
	}
});

test("updates the basket and its count when a visitor adds, changes or removes tools", async () => {
	const { cookies, values } = createBrowser();
	const [wrench, hammer] = [
		await localShop.addProduct(100, 10),
		await localShop.addProduct(100, 5),
	];
	await addToBasket(visitor, cookies, [{ productId: wrench }]);
	const before = values.get("basket") ?? "";
	for (const attempt of ["first", "again, after the response was lost"]) {
		cookies.set("basket", before);
		await addToBasket(visitor, cookies, [{ productId: hammer, quantity: 6 }]);
		expect(parseBasket(values.get("basket")), attempt).toMatchObject([{}, { quantity: 6 }]);
	}
	await addToBasket(visitor, cookies, [{ productId: hammer, quantity: 2 }]);
	expect(values.get("basketcount")).toBe("2");
	expect(await readBasket(visitor, cookies)).toMatchObject({
		lines: [
			{ productId: wrench, quantity: 10, totalCents: 19_990 },
			{ productId: hammer, quantity: 8, totalCents: 15_992 },
		],
		totalCents: 35_982,
	});
	await addToBasket(visitor, cookies, [{ productId: hammer, quantity: quantityMax }]);
	expect(parseBasket(values.get("basket"))).toMatchObject([{}, { quantity: quantityMax }]);
	await setBasketQuantity(visitor, cookies, { productId: hammer, quantity: 20 });
	expect(await removeFromBasket(visitor, cookies, wrench)).toBe(10);
	expect(await readBasket(visitor, cookies)).toMatchObject({ lines: [{ quantity: 20 }] });
	expect(values.get("basketcount")).toBe("1");
	await removeFromBasket(visitor, cookies, hammer);
	expect([...values.keys()]).toEqual([]);
});

test("a full basket cookie stays unchanged, and the visitor is asked to log in", async () => {
	const { cookies, values } = createBrowser();
	const item = { quantity: 10, priceCents: 1_999 };
	const items = Array.from({ length: 112 }, () => ({ ...item, productId: createId() }));
	const cookieText = formatBasketCookie(items) ?? "";
	expect(cookieText.length).toBeLessThan(3_500);
	cookies.set("basket", cookieText);
	const productId = await localShop.addProduct(5);
	const adding = addToBasket(visitor, cookies, [{ productId, quantity: 1 }]);
	await expect(adding).rejects.toMatchObject({ code: "visitor_basket_full" });
	expect(values.get("basket")).toBe(cookieText);
});

test("signing in keeps the larger of two quantities, even if the request is repeated", async () => {
	const { cookies, values } = createBrowser();
	const account = await localShop.addAccount();
	const shop = localShop.createContext(account);
	const [inBoth, onlyInCookie, onlyInAccount] = [
		await localShop.addProduct(100),
		await localShop.addProduct(100),
		await localShop.addProduct(100),
	];
	await addToAccountBasket(shop, [
		{ productId: inBoth, quantity: 7 },
		{ productId: onlyInAccount, quantity: 1 },
	]);
	// Otherwise, a cookie line could be as old as an account line, and be listed before it.
	const oneSecondEarlier = sql`${basketLines.addedAt} - 1000`;
	await localShop.db.update(basketLines).set({ addedAt: oneSecondEarlier });
	await addToBasket(visitor, cookies, [
		{ productId: inBoth, quantity: 9 },
		{ productId: onlyInCookie, quantity: 2 },
	]);
	const cookieText = values.get("basket") ?? "";
	for (const attempt of ["first", "again"]) {
		cookies.set("basket", cookieText);
		await moveVisitorBasket(shop, cookies);
		const lines = (await listBasketLines(shop)).map(({ productId, quantity }) => [
			productId,
			quantity,
		]);
		expect(lines, attempt).toEqual([
			[inBoth, 9],
			[onlyInAccount, 1],
			[onlyInCookie, 2],
		]);
		expect(values.has("basket")).toBe(false);
		expect(values.get("basketcount")).toBe("3");
	}
});

test("signing in keeps a tool that is no longer sold, so that the basket can say so", async () => {
	const { cookies } = createBrowser();
	const [sold, draft] = [await localShop.addProduct(100), await localShop.addProduct(100)];
	await addToBasket(
		visitor,
		cookies,
		[sold, draft].map((productId) => ({ productId, quantity: 3 })),
	);
	const deletedAt = new Date();
	await localShop.db.update(products).set({ deletedAt }).where(eq(products.id, sold));
	await localShop.db.update(products).set({ deletedAt, draft: true }).where(eq(products.id, draft));
	const shop = localShop.createContext(await localShop.addAccount());
	expect(await readBasket(shop, cookies)).toMatchObject({
		lines: [{ productId: sold, quantity: 3, problem: "We no longer sell this tool." }],
	});
});

test("lines that a full basket has no room for stay in the cookie and move later", async () => {
	const { cookies, values } = createBrowser();
	const shop = localShop.createContext(await localShop.addAccount());
	const ids = await Promise.all(
		Array.from({ length: basketLinesMax + 2 }, () => localShop.addProduct(100)),
	);
	const toItem = (productId: string) => ({ productId, quantity: 2 });
	const [inBoth = "", second = ""] = ids;
	const waitingIds = ids.slice(basketLinesMax);
	await addToAccountBasket(shop, ids.slice(0, basketLinesMax).map(toItem));
	await addToBasket(visitor, cookies, [inBoth, ...waitingIds].map(toItem));
	await moveVisitorBasket(shop, cookies);
	expect(values.get("basketcount")).toBe(String(basketLinesMax));
	expect(await readBasket(shop, cookies)).toMatchObject({ waitingCount: 2 });
	expect(parseBasket(values.get("basket")).map(({ productId }) => productId)).toEqual(waitingIds);
	for (const productId of [inBoth, second]) await removeFromBasket(shop, cookies, productId);
	const basket = await readBasket(shop, cookies);
	expect(basket?.waitingCount).toBe(0);
	expect(basket?.lines.map(({ productId }) => productId)).toEqual(
		expect.arrayContaining(waitingIds),
	);
	expect(values.has("basket")).toBe(false);
});

test("opening the basket moves a visitor's basket into the account if signing in did not", async () => {
	const { cookies, values } = createBrowser();
	const productId = await localShop.addProduct(100);
	await addToBasket(visitor, cookies, [{ productId, quantity: 3 }]);
	const shop = localShop.createContext(await localShop.addAccount());
	expect(await readBasket(shop, cookies)).toMatchObject({ lines: [{ productId, quantity: 3 }] });
	expect(values.has("basket")).toBe(false);
});

test("signing in as staff does not change the visitor's basket", async () => {
	const { cookies, values } = createBrowser();
	await addToBasket(visitor, cookies, [{ productId: await localShop.addProduct(9), quantity: 3 }]);
	const shop = localShop.createContext(await localShop.addAccount("admin"));
	await moveVisitorBasket(shop, cookies);
	expect(await readBasket(shop, cookies)).toBeNull();
	expect(values.has("basket")).toBe(true);
});

test("each basket line shows what has changed since it was added", async () => {
	const { cookies } = createBrowser();
	const ids = await Promise.all(Array.from({ length: 6 }, () => localShop.addProduct(100, 10)));
	const [
		unchanged = "",
		belowMinimum = "",
		lowStock = "",
		raisedPrice = "",
		deleted = "",
		soldInCartons = "",
	] = ids;
	await addToBasket(
		visitor,
		cookies,
		ids.map((productId) => ({ productId, quantity: 25 })),
	);
	const change = (id: string, values: Partial<typeof products.$inferInsert>) =>
		localShop.db.update(products).set(values).where(eq(products.id, id));
	await change(belowMinimum, { quantity: 3 });
	await change(lowStock, { quantity: 17 });
	await change(raisedPrice, { priceCents: 2_500 });
	await change(deleted, { deletedAt: new Date() });
	await change(soldInCartons, { orderMultiple: 10 });
	const basket = await readBasket(visitor, cookies);
	expect(basket?.lines).toMatchObject([
		{
			productId: unchanged,
			problem: null,
			previousUnitCents: null,
			totalCents: 49_975,
			orderableQuantity: 25,
		},
		{
			productId: belowMinimum,
			problem: expect.stringContaining("Out of stock"),
			orderableQuantity: null,
		},
		{
			productId: lowStock,
			problem: "Only 17 pieces in stock.",
			orderableQuantity: 17,
			totalCents: null,
		},
		{
			productId: raisedPrice,
			problem: null,
			previousUnitCents: 1_999,
			unitCents: 2_500,
			totalCents: 62_500,
		},
		{ productId: deleted, isPublished: false, problem: "We no longer sell this tool." },
		{ productId: soldInCartons, problem: "Sold in cartons of 10 pieces.", orderableQuantity: 30 },
	]);
	expect(basket?.totalCents).toBe(49_975 + 62_500);
	await change(deleted, { draft: true });
	const withoutDraft = await readBasket(visitor, cookies);
	expect(withoutDraft?.lines.map(({ productId }) => productId)).toEqual(
		ids.filter((id) => id !== deleted),
	);
});
