import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { quantityMax } from "#contract/limits.ts";
import { users } from "#worker/db/schema.ts";
import {
	injectRace,
	killAtEachTrip,
	lastPieces,
	movers,
	races,
} from "../../../tests/model/stock-races.ts";
import { countUnits } from "../../../tests/support/count-units.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { setStock } from "../catalogue/edit.ts";
import { cancelOrder } from "./cancel.ts";
import { placeOrder } from "./place.ts";

const local = createLocalShop();

test.each(races.map((race) => ({ race, title: race.map(({ name }) => name).join(" × ") })))(
	"$title, at each point: as if the one came after the other",
	async ({ race }) => {
		expect((await injectRace(local, race)).interleavings).toBeGreaterThan(0);
	},
);

test("of two orders of the last pieces one succeeds, in any interleaving", async () => {
	const { interleavings, sold, rejected } = await injectRace(local, lastPieces);
	expect([sold, rejected]).toEqual([interleavings, interleavings]);
});

test.each(movers.map((act) => ({ act, title: act.name })))(
	"$title, killed before each of its round trips: no piece appears or vanishes",
	async ({ act }) => {
		expect(await killAtEachTrip(local, act)).toBeGreaterThan(0);
	},
);

test("a buyer whose account is deleted while ordering is signed out, and nothing is taken", async () => {
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(10)];
	const deleteBuyer = async () => {
		await local.anonymous.db.delete(users).where(eq(users.id, buyer.id));
	};
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await expect(placeOrder(local.createShopFor(buyer, deleteBuyer), placing)).rejects.toMatchObject({
		status: 401,
	});
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("an order refused for stock that came back meanwhile is placed, not refused for its total", async () => {
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(1)];
	const admin = local.createShopFor(await local.addAccount("admin"));
	let isBack = false;
	const bringBack = async (statements: string[]) => {
		const looks = statements.some((statement) => /^select .* from "products"/.test(statement));
		if (!looks || isBack) return;
		isBack = true;
		await setStock(admin, productId, 10);
	};
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await placeOrder(local.createShopFor(buyer, bringBack), placing);
	expect(isBack).toBe(true);
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 6, ordered: 4 });
});

test("an order whose product changes at every attempt ends, and says to try again", async () => {
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(1)];
	const admin = local.createShopFor(await local.addAccount("admin"));
	const flicker = async (statements: string[]) => {
		if (statements.some((statement) => /^select .* from "products"/.test(statement)))
			await setStock(admin, productId, 10);
		else if (statements.some((statement) => statement.startsWith("update")))
			await setStock(admin, productId, 1);
	};
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	await expect(placeOrder(local.createShopFor(buyer, flicker), placing)).rejects.toMatchObject({
		status: 503,
	});
});

test("of two cancellations in the same millisecond one is answered that the order does not exist", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(10)];
	const shop = local.createShopFor(buyer);
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(shop, placing);
	const ended = await Promise.allSettled([cancelOrder(shop, order), cancelOrder(shop, order)]);
	expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(ended).toContainEqual({
		status: "rejected",
		reason: expect.objectContaining({ status: 404 }),
	});
	expect(await countUnits(shop, productId)).toEqual({ stock: 10, ordered: 0 });
});

test("an order is cancelled where the stock can take no more pieces", async () => {
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(10)];
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(local.createShopFor(buyer), placing);
	await setStock(local.createShopFor(await local.addAccount("admin")), productId, quantityMax - 1);
	await cancelOrder(local.createShopFor(buyer), order);
	expect(await countUnits(local.anonymous, productId)).toEqual({ stock: quantityMax, ordered: 0 });
});
