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

const visitorContext = localShop.anonymousContext;

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
	await addToBasket(visitorContext, cookies, [{ productId: wrench }]);
	const before = values.get("basket") ?? "";
	for (const attempt of ["first", "again, after the response was lost"]) {
		cookies.set("basket", before);
		await addToBasket(visitorContext, cookies, [{ productId: hammer, quantity: 6 }]);
		expect(parseBasket(values.get("basket")), attempt).toMatchObject([{}, { quantity: 6 }]);
	}
	await addToBasket(visitorContext, cookies, [{ productId: hammer, quantity: 2 }]);
	expect(values.get("basketcount")).toBe("2");
	expect(await readBasket(visitorContext, cookies)).toMatchObject({
		lines: [
			{ productId: wrench, quantity: 10, totalCents: 19_990 },
			{ productId: hammer, quantity: 8, totalCents: 15_992 },
		],
		totalCents: 35_982,
	});
	await addToBasket(visitorContext, cookies, [{ productId: hammer, quantity: quantityMax }]);
	expect(parseBasket(values.get("basket"))).toMatchObject([{}, { quantity: quantityMax }]);
	await setBasketQuantity(visitorContext, cookies, { productId: hammer, quantity: 20 });
	expect(await removeFromBasket(visitorContext, cookies, wrench)).toBe(10);
	expect(await readBasket(visitorContext, cookies)).toMatchObject({ lines: [{ quantity: 20 }] });
	expect(values.get("basketcount")).toBe("1");
	await removeFromBasket(visitorContext, cookies, hammer);
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
	const adding = addToBasket(visitorContext, cookies, [{ productId, quantity: 1 }]);
	await expect(adding).rejects.toMatchObject({ code: "visitor_basket_full" });
	expect(values.get("basket")).toBe(cookieText);
});

test("signing in keeps the larger of two quantities, even if the request is repeated", async () => {
	const { cookies, values } = createBrowser();
	const account = await localShop.addAccount();
	const shopperContext = localShop.createContext(account);
	const [inBoth, onlyInCookie, onlyInAccount] = [
		await localShop.addProduct(100),
		await localShop.addProduct(100),
		await localShop.addProduct(100),
	];
	await addToAccountBasket(shopperContext, [
		{ productId: inBoth, quantity: 7 },
		{ productId: onlyInAccount, quantity: 1 },
	]);
	// Otherwise, a cookie line could be as old as an account line, and be listed before it.
	const oneSecondEarlier = sql`${basketLines.addedAt} - 1000`;
	await localShop.db.update(basketLines).set({ addedAt: oneSecondEarlier });
	await addToBasket(visitorContext, cookies, [
		{ productId: inBoth, quantity: 9 },
		{ productId: onlyInCookie, quantity: 2 },
	]);
	const cookieText = values.get("basket") ?? "";
	for (const attempt of ["first", "again"]) {
		cookies.set("basket", cookieText);
		await moveVisitorBasket(shopperContext, cookies);
		const lines = (await listBasketLines(shopperContext)).map(({ productId, quantity }) => [
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
		visitorContext,
		cookies,
		[sold, draft].map((productId) => ({ productId, quantity: 3 })),
	);
	const deletedAt = new Date();
	await localShop.db.update(products).set({ deletedAt }).where(eq(products.id, sold));
	await localShop.db.update(products).set({ deletedAt, draft: true }).where(eq(products.id, draft));
	const shopperContext = localShop.createContext(await localShop.addAccount());
	expect(await readBasket(shopperContext, cookies)).toMatchObject({
		lines: [{ productId: sold, quantity: 3, problem: "We no longer sell this tool." }],
		waitingCount: 0,
	});
});

test("lines that a full basket has no room for stay in the cookie and move later", async () => {
	const { cookies, values } = createBrowser();
	const shopperContext = localShop.createContext(await localShop.addAccount());
	const ids = await Promise.all(
		Array.from({ length: basketLinesMax + 2 }, () => localShop.addProduct(100)),
	);
	const toItem = (productId: string) => ({ productId, quantity: 2 });
	const [inBoth = "", second = ""] = ids;
	const waitingIds = ids.slice(basketLinesMax);
	await addToAccountBasket(shopperContext, ids.slice(0, basketLinesMax).map(toItem));
	await addToBasket(visitorContext, cookies, [inBoth, ...waitingIds].map(toItem));
	await moveVisitorBasket(shopperContext, cookies);
	expect(values.get("basketcount")).toBe(String(basketLinesMax));
	expect(await readBasket(shopperContext, cookies)).toMatchObject({ waitingCount: 2 });
	expect(parseBasket(values.get("basket")).map(({ productId }) => productId)).toEqual(waitingIds);
	for (const productId of [inBoth, second])
		await removeFromBasket(shopperContext, cookies, productId);
	const basket = await readBasket(shopperContext, cookies);
	expect(basket?.waitingCount).toBe(0);
	expect(basket?.lines.map(({ productId }) => productId)).toEqual(
		expect.arrayContaining(waitingIds),
	);
	expect(values.has("basket")).toBe(false);
});

test("opening the basket moves a visitor's basket into the account if signing in did not", async () => {
	const { cookies, values } = createBrowser();
	const productId = await localShop.addProduct(100);
	await addToBasket(visitorContext, cookies, [{ productId, quantity: 3 }]);
	const shopperContext = localShop.createContext(await localShop.addAccount());
	expect(await readBasket(shopperContext, cookies)).toMatchObject({
		lines: [{ productId, quantity: 3 }],
	});
	expect(values.has("basket")).toBe(false);
});

test("signing in as staff does not change the visitor's basket", async () => {
	const { cookies, values } = createBrowser();
	await addToBasket(visitorContext, cookies, [
		{ productId: await localShop.addProduct(9), quantity: 3 },
	]);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	await moveVisitorBasket(adminContext, cookies);
	expect(await readBasket(adminContext, cookies)).toBeNull();
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
		visitorContext,
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
	const basket = await readBasket(visitorContext, cookies);
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
	const withoutDraft = await readBasket(visitorContext, cookies);
	expect(withoutDraft?.lines.map(({ productId }) => productId)).toEqual(
		ids.filter((id) => id !== deleted),
	);
});
