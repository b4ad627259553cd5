import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { quantityMax } from "#contract/limits.ts";
import { users } from "#worker/db/schema.ts";
import {
	killAtEachRoundTrip,
	lastUnits,
	orderActions,
	raceAtEachRoundTrip,
	races,
} from "../../../tests/model/stock-races.ts";
import { countUnits } from "../../../tests/support/count-units.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { setStock } from "../catalogue/edit.ts";
import { cancelOrder } from "./cancel.ts";
import { placeOrder } from "./place.ts";

const local = createLocalShop();

test.each(races.map((race) => ({ race, title: race.map(({ name }) => name).join(" × ") })))(
	"$title, interleaved at each round trip, end as if they had run one after the other",
	async ({ race }) => {
		expect((await raceAtEachRoundTrip(local, race)).interleavings).toBeGreaterThan(0);
	},
);

test("accepts one of two orders for the last units, in any interleaving", async () => {
	const { interleavings, sold, rejected } = await raceAtEachRoundTrip(local, lastUnits);
	expect([sold, rejected]).toEqual([interleavings, interleavings]);
});

test.each(orderActions.map((action) => ({ action, title: action.name })))(
	"$title keeps the number of units when the Worker dies before any of its round trips",
	async ({ action }) => {
		expect(await killAtEachRoundTrip(local, action)).toBeGreaterThan(0);
	},
);

test("takes no stock if the shopper's account is deleted while ordering", async () => {
	const [shopper, productId] = [await local.addAccount(), await local.addProduct(10)];
	const deleteShopper = async () => {
		await local.anonymous.db.delete(users).where(eq(users.id, shopper.id));
	};
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await expect(
		placeOrder(local.createShopFor(shopper, deleteShopper), orderInput),
	).rejects.toMatchObject({
		status: 401,
	});
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("places an order if the product is restocked between the failed attempt and reading why it failed", async () => {
	const [shopper, productId] = [await local.addAccount(), await local.addProduct(1)];
	const admin = local.createShopFor(await local.addAccount("admin"));
	let isRestocked = false;
	const restock = async (statements: string[]) => {
		const isProductRead = statements.some((statement) =>
			/^select .* from "products"/.test(statement),
		);
		if (!isProductRead || isRestocked) return;
		isRestocked = true;
		await setStock(admin, productId, 10);
	};
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await placeOrder(local.createShopFor(shopper, restock), orderInput);
	expect(isRestocked).toBe(true);
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 6, ordered: 4 });
});

test("stops with 503 if the product changes during every attempt", async () => {
	const [shopper, productId] = [await local.addAccount(), await local.addProduct(1)];
	const admin = local.createShopFor(await local.addAccount("admin"));
	const changeStock = async (statements: string[]) => {
		if (statements.some((statement) => /^select .* from "products"/.test(statement)))
			await setStock(admin, productId, 10);
		else if (statements.some((statement) => statement.startsWith("update")))
			await setStock(admin, productId, 1);
	};
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await expect(
		placeOrder(local.createShopFor(shopper, changeStock), orderInput),
	).rejects.toMatchObject({
		status: 503,
	});
});

test("rejects one of two cancellations in the same millisecond with 404", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const [shopper, productId] = [await local.addAccount(), await local.addProduct(10)];
	const shop = local.createShopFor(shopper);
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(shop, orderInput);
	const results = await Promise.allSettled([cancelOrder(shop, order), cancelOrder(shop, order)]);
	expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(results).toContainEqual({
		status: "rejected",
		reason: expect.objectContaining({ status: 404 }),
	});
	expect(await countUnits(shop, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("cancels an order although the stock is at its maximum", async () => {
	const [shopper, productId] = [await local.addAccount(), await local.addProduct(10)];
	const orderInput = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(local.createShopFor(shopper), orderInput);
	await setStock(local.createShopFor(await local.addAccount("admin")), productId, quantityMax - 1);
	await cancelOrder(local.createShopFor(shopper), order);
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: quantityMax, ordered: 0 });
});
