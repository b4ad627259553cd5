import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { quantityMax } from "#contract/limits.ts";
import { users } from "#worker/db/schema.ts";
import {
	killAtEachRoundTrip,
	lastPieces,
	orderActions,
	raceAtEachRoundTrip,
	races,
} from "../../../tests/model/stock-races.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { setStock } from "../catalogue/edit.ts";
import type { ShopContext } from "../context.ts";
import { cancelOrder } from "./cancel.ts";
import { placeOrder } from "./place.ts";

const localShop = createLocalShop();
const { anonymousContext, addAccount, addProduct, createContext } = localShop;

const placeFourPieces = (shop: ShopContext, productId: string) =>
	placeOrder(shop, { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null });

test.each(races.map((race) => ({ race, title: race.map(({ name }) => name).join(" × ") })))(
	"$title: running one before any round trip of the other gives the same result as running them in sequence",
	async ({ race }) => {
		expect((await raceAtEachRoundTrip(localShop, race)).interleavings).toBeGreaterThan(0);
	},
);

test("accepts one of two orders for the last pieces, in any interleaving", async () => {
	const { interleavings, placed, rejected } = await raceAtEachRoundTrip(localShop, lastPieces);
	expect([placed, rejected]).toEqual([interleavings, interleavings]);
});

test.each(orderActions.map((action) => ({ action, title: action.name })))(
	"$title neither loses nor adds pieces if the Worker dies before any round trip",
	async ({ action }) => {
		expect(await killAtEachRoundTrip(localShop, action)).toBeGreaterThan(0);
	},
);

test("takes no stock if the shopper's account is deleted during the order", async () => {
	const [shopper, productId] = [await addAccount(), await addProduct(10)];
	const deleteShopper = async () => {
		await anonymousContext.db.delete(users).where(eq(users.id, shopper.id));
	};
	const placing = placeFourPieces(createContext(shopper, deleteShopper), productId);
	await expect(placing).rejects.toMatchObject({ status: 401 });
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("places an order if the product is restocked between a failed attempt and the check for its reason", async () => {
	const [shopper, productId] = [await addAccount(), await addProduct(1)];
	const adminContext = createContext(await addAccount("admin"));
	let isRestocked = false;
	const restock = async (statements: string[]) => {
		const isProductRead = statements.some((statement) =>
			/^select .* from "products"/.test(statement),
		);
		if (!isProductRead || isRestocked) return;
		isRestocked = true;
		await setStock(adminContext, productId, 10);
	};
	await placeFourPieces(createContext(shopper, restock), productId);
	expect(isRestocked).toBe(true);
	expect(await countPieces(anonymousContext, productId)).toEqual({ stock: 6, ordered: 4 });
});

test("fails with 503 if the product changes during every attempt", async () => {
	const [shopper, productId] = [await addAccount(), await addProduct(1)];
	const adminContext = createContext(await addAccount("admin"));
	const changeStock = async (statements: string[]) => {
		if (statements.some((statement) => /^select .* from "products"/.test(statement)))
			await setStock(adminContext, productId, 10);
		else if (statements.some((statement) => statement.startsWith("insert")))
			await setStock(adminContext, productId, 1);
	};
	const placing = placeFourPieces(createContext(shopper, changeStock), productId);
	await expect(placing).rejects.toMatchObject({ status: 503 });
});

test("one of two cancellations in the same millisecond fails with 404", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const [shopper, productId] = [await addAccount(), await addProduct(10)];
	const shop = createContext(shopper);
	const orderId = await placeFourPieces(shop, productId);
	const results = await Promise.allSettled([
		cancelOrder(shop, orderId),
		cancelOrder(shop, orderId),
	]);
	expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(results).toContainEqual({
		status: "rejected",
		reason: expect.objectContaining({ status: 404 }),
	});
	expect(await countPieces(shop, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("cancels an order even if restocking its pieces would exceed the maximum stock", async () => {
	const [shopper, productId] = [await addAccount(), await addProduct(10)];
	const orderId = await placeFourPieces(createContext(shopper), productId);
	await setStock(createContext(await addAccount("admin")), productId, quantityMax - 1);
	await cancelOrder(createContext(shopper), orderId);
	expect(await countPieces(anonymousContext, productId)).toEqual({
		stock: quantityMax,
		ordered: 0,
	});
});
