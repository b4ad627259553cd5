import { asc, eq, inArray, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { productChangesMax } from "#contract/limits.ts";
import { auditLog, products, stockMovements } from "#worker/db/schema.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "../orders/place.ts";
import { changeProducts } from "./change-many.ts";
import { setStock } from "./edit.ts";

const localShop = createLocalShop();
afterAll(localShop.close);
const { db, anonymousContext } = localShop;
const admin = await localShop.addAccount("admin");
const adminContext = localShop.createContext(admin);

async function createFixture() {
	const [first, second] = [await localShop.addProduct(100), await localShop.addProduct(50)];
	const readPricesAndStock = async () => {
		const rows = await db
			.select()
			.from(products)
			.where(inArray(products.id, [first, second]));
		return [first, second].map((id) => {
			const row = rows.find((product) => product.id === id);
			return [row?.priceCents, row?.quantity];
		});
	};
	const sell = async (pieces: number) => {
		const order = { productId: first, quantity: pieces, location: "Here", phone: "1" };
		const shopper = localShop.createContext(await localShop.addAccount());
		await placeOrder(shopper, { ...order, idempotencyKey: null });
	};
	const changes = [
		{
			id: first,
			price: 1_299,
			quantity: 120,
			expectedQuantity: 100,
			editKey: null,
			reason: "delivery" as const,
		},
		{
			id: second,
			quantity: 45,
			expectedQuantity: 50,
			editKey: null,
			reason: "correction" as const,
		},
	];
	return {
		first,
		second,
		readPricesAndStock,
		sell,
		changes,
		edit: { changes, note: "Pallet 7", key: crypto.randomUUID() },
	};
}

const getMovements = (id: string) =>
	db
		.select()
		.from(stockMovements)
		.where(eq(stockMovements.productId, id))
		.orderBy(asc(stockMovements.id));

test("saves a repeated bulk edit once, and keeps sales since the rows were loaded", async () => {
	const { first, second, readPricesAndStock, sell, edit } = await createFixture();
	await sell(30);
	await changeProducts(adminContext, edit);
	await changeProducts(adminContext, edit);
	expect(await readPricesAndStock()).toEqual([
		[1_299, 90],
		[1_999, 45],
	]);
	const cause = { note: "Pallet 7", userId: admin.id };
	expect((await getMovements(first)).at(-1)).toMatchObject({
		change: 20,
		reason: "delivery",
		...cause,
	});
	expect((await getMovements(second)).at(-1)).toMatchObject({
		change: -5,
		reason: "correction",
		...cause,
	});
	const entries = await db.select().from(auditLog).where(eq(auditLog.action, "products-edited"));
	expect(entries).toMatchObject([{ actor: admin.email, subject: "2 products" }]);
	expect(entries[0]?.detail.split("; ").sort()).toEqual(
		[
			`Tool ${first} (${first}): price $19.99 → $12.99, stock 70 → 90`,
			`Tool ${second} (${second}): stock 50 → 45`,
		].sort(),
	);
	expect(await countPieces(anonymousContext, first)).toEqual({ stock: 90, ordered: 30 });
	await setStock(adminContext, first, 7);
	await changeProducts(adminContext, edit);
	expect((await readPricesAndStock())[0]).toEqual([1_299, 7]);
});

test("undo restores the previous values, unless a product was edited since", async () => {
	const { first, second, readPricesAndStock, sell, edit } = await createFixture();
	await changeProducts(adminContext, edit);
	await sell(10);
	const { key: editKey } = edit;
	const reason = "correction" as const;
	const undo = {
		changes: [
			{ id: first, price: 1_999, quantity: 100, expectedQuantity: 120, editKey, reason },
			{ id: second, quantity: 50, expectedQuantity: 45, editKey, reason },
		],
		note: "Undo",
		key: crypto.randomUUID(),
	};
	await setStock(adminContext, second, 44);
	await expect(changeProducts(adminContext, undo)).rejects.toMatchObject({
		code: "changes_rejected",
		issues: [{ field: "1.quantity", message: "Edited elsewhere: now 44 in stock." }],
	});
	expect(await readPricesAndStock()).toEqual([
		[1_299, 110],
		[1_999, 44],
	]);
	await changeProducts(adminContext, { ...undo, changes: undo.changes.slice(0, 1) });
	expect((await readPricesAndStock())[0]).toEqual([1_999, 90]);
});

test("saves nothing if any change is impossible, and reports each issue", async () => {
	const { first, second, readPricesAndStock, sell, changes, edit } = await createFixture();
	await sell(98);
	const reason = "correction" as const;
	const largeDecrease = { id: first, quantity: 90, expectedQuantity: 100, editKey: null, reason };
	const [, validChange] = changes;
	if (!validChange) throw new Error("The fixture has two changes.");
	await expect(
		changeProducts(adminContext, { ...edit, changes: [validChange, largeDecrease] }),
	).rejects.toMatchObject({
		status: 409,
		issues: [{ field: "1.quantity", message: "Only 2 are left in stock." }],
	});
	const prices = [
		{ id: second, price: 500, expectedPrice: 1_998, reason },
		{ id: "none", price: 500, reason },
	];
	await expect(changeProducts(adminContext, { ...edit, changes: prices })).rejects.toMatchObject({
		issues: [
			{ field: "0.price", message: "The price is now $19.99." },
			{ field: "1.price", message: "This product no longer exists." },
		],
	});
	expect(await readPricesAndStock()).toEqual([
		[1_999, 2],
		[1_999, 50],
	]);
	expect(await db.$count(auditLog, eq(auditLog.actor, admin.email))).toBeGreaterThan(0);
	expect(await getMovements(second)).toHaveLength(1);
});

test("a change without an expected stock sets the stock", async () => {
	const { first, readPricesAndStock, sell } = await createFixture();
	await sell(5);
	const reason = "correction" as const;
	await changeProducts(adminContext, {
		changes: [{ id: first, quantity: 60, reason }],
		note: null,
		key: null,
	});
	expect((await readPricesAndStock())[0]).toEqual([1_999, 60]);
});

test("the audit log names only the products that a bulk edit changes", async () => {
	const { first, second } = await createFixture();
	const reason = "correction" as const;
	const same = { id: second, price: 1_999, quantity: 50, reason };
	const readDetail = async (key: string, price: number) => {
		const changes = [{ id: first, price, reason }, same];
		await changeProducts(adminContext, { changes, note: null, key });
		const entry = await db
			.select()
			.from(auditLog)
			.where(eq(auditLog.action, "products-edited"))
			.orderBy(sql`rowid desc`)
			.get();
		return entry?.detail;
	};
	expect(await readDetail(`${first} a`, 2_500)).toBe(
		`Tool ${first} (${first}): price $19.99 → $25.00`,
	);
	expect(await readDetail(`${first} b`, 2_500)).toBe("");
});

test("rejects other changes with a key that was used before, and applies the same changes once", async () => {
	const { first, readPricesAndStock } = await createFixture();
	const key = crypto.randomUUID();
	const setQuantity = (quantity: number) =>
		changeProducts(adminContext, {
			changes: [{ id: first, quantity, expectedQuantity: 100, reason: "delivery" }],
			note: null,
			key,
		});
	await setQuantity(120);
	await expect(setQuantity(125)).rejects.toMatchObject({ code: "idempotency_key_reused" });
	await setQuantity(120);
	expect((await readPricesAndStock())[0]).toEqual([1_999, 120]);
});

test("saves nothing if the database rejects a price", async () => {
	const { first, second, readPricesAndStock } = await createFixture();
	const reason = "correction" as const;
	const changes = [
		{ id: first, quantity: 61, reason },
		{ id: second, price: 0, reason },
	];
	await expect(
		changeProducts(adminContext, { changes, note: null, key: null }),
	).rejects.toMatchObject({
		status: 409,
	});
	expect((await readPricesAndStock())[0]).toEqual([1_999, 100]);
});

test("an order placed between any two round trips of a bulk edit keeps its pieces", async () => {
	for (let index = 0; ; index += 1) {
		const { first, sell, edit } = await createFixture();
		let roundTrips = 0;
		const racingContext = localShop.createContext(admin, async () => {
			if (roundTrips++ === index) await sell(30);
		});
		await changeProducts(racingContext, edit);
		if (roundTrips <= index) break;
		expect(await countPieces(anonymousContext, first)).toEqual({ stock: 90, ordered: 30 });
	}
});

test("the largest allowed edit stays within D1's parameter limit", async () => {
	const ids: string[] = [];
	while (ids.length < productChangesMax) ids.push(await localShop.addProduct(10));
	const changes = ids.map((id) => ({ id, quantity: 11, reason: "delivery" as const }));
	await changeProducts(adminContext, { changes, note: null, key: null });
	expect(await Promise.all(ids.map(async (id) => (await getMovements(id)).at(-1)?.change))).toEqual(
		ids.map(() => 1),
	);
	const stale = changes.map((change) => ({ ...change, editKey: "older" }));
	await expect(
		changeProducts(adminContext, { changes: stale, note: null, key: null }),
	).rejects.toMatchObject({
		status: 409,
		issues: { length: productChangesMax },
	});
});
