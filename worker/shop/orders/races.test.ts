import { expect, test } from "vitest";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
import { readLedger } from "../../../tests/support/stock-ledger.ts";
import { deleteProduct } from "../catalogue/remove.ts";
import { setStock } from "../catalogue/stock.ts";
import { updateProduct } from "../catalogue/update.ts";
import type { Shop } from "../context.ts";
import { placeOrder } from "./place.ts";
import { deleteOrder } from "./remove.ts";

const local = openLocalShop();

const put = 10;

/** What two people do to one product of ten pieces, four of them ordered. */
type Scene = { productId: string; orderId: string; shopper: Account; admin: Account };
type Act = {
	name: string;
	run: (shop: Shop, scene: Scene) => Promise<unknown>;
	as: "shopper" | "admin";
};

const order = (quantity: number): Act => ({
	name: `order of ${quantity}`,
	as: "shopper",
	run: (shop, { productId }) =>
		placeOrder(shop, { productId, quantity, location: "Here", phone: "1", idempotencyKey: null }),
});
const cancel: Act = {
	name: "cancel",
	as: "shopper",
	run: (shop, { orderId }) => deleteOrder(shop, orderId),
};
const edit: Act = {
	name: "admin edit",
	as: "admin",
	run: (shop, { productId }) => setStock(shop, productId, 3),
};
/** The admin saw six pieces, and puts two more on the shelf. */
const restock: Act = {
	name: "admin form",
	as: "admin",
	run: (shop, { productId }) =>
		updateProduct(
			shop,
			productId,
			{ description: "Same.", priceCents: 1_999, minimum: 1, quantity: 8 },
			6,
		),
};
const remove: Act = {
	name: "product delete",
	as: "admin",
	run: (shop, { productId }) => deleteProduct(shop, productId),
};

/** A refusal is a fair outcome of a race, anything else thrown is a bug. */
async function attempt(work: Promise<unknown>): Promise<boolean> {
	try {
		await work;
		return true;
	} catch (error) {
		if (error instanceof ShopError) return false;
		throw error;
	}
}

async function setScene(): Promise<Scene> {
	const [shopper, admin] = await Promise.all([local.addAccount(), local.addAccount("admin")]);
	const productId = await local.addProduct(put);
	const orderId = await placeOrder(local.shopOf(shopper), {
		productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	return { productId, orderId, shopper, admin };
}

/** Runs `first`, and all of `second` just before its round trip number `point`. */
async function runRace(first: Act, second: Act, point: number) {
	const scene = await setScene();
	let trips = 0;
	let injected: boolean | null = null;
	const watch = async () => {
		if (trips++ !== point) return;
		injected = await attempt(second.run(local.shopOf(scene[second.as]), scene));
	};
	const done = await attempt(first.run(local.shopOf(scene[first.as], watch), scene));
	const ledger = await readLedger(local.anonymous, scene.productId);
	return { ledger, done, injected: injected as boolean | null };
}

/** What is left when the one runs after the other. */
async function runInTurn(acts: Act[]) {
	const scene = await setScene();
	for (const act of acts) await attempt(act.run(local.shopOf(scene[act.as]), scene));
	return readLedger(local.anonymous, scene.productId);
}

const races: [Act, Act][] = [
	[order(6), order(6)],
	[order(6), order(1)],
	[order(8), cancel],
	[cancel, order(6)],
	[cancel, cancel],
	[order(4), edit],
	[edit, order(2)],
	[cancel, edit],
	[edit, cancel],
	[order(4), restock],
	[restock, order(4)],
	[cancel, restock],
	[restock, cancel],
	[order(4), remove],
	[remove, order(4)],
	[remove, cancel],
	[cancel, remove],
];

test.each(
	races.map(([first, second]) => ({ first, second, title: `${first.name} × ${second.name}` })),
)("$title, at each point: as if the one came after the other", async ({ first, second }) => {
	const inTurn = [await runInTurn([first, second]), await runInTurn([second, first])];
	for (let point = 0; ; point++) {
		const { ledger, injected } = await runRace(first, second, point);
		if (injected === null) {
			expect(point).toBeGreaterThan(0);
			return;
		}
		expect(inTurn).toContainEqual(ledger);
		expect(ledger.stock).toBeGreaterThanOrEqual(0);
		const added = [first, second].includes(restock) ? 2 : 0;
		if (first !== edit && second !== edit) {
			expect(ledger.stock + ledger.held).toBe(put + added);
		}
	}
});

test("the last pieces go to one of two orders, whichever comes between", async () => {
	for (let point = 0; ; point++) {
		const { ledger, done, injected } = await runRace(order(6), order(6), point);
		if (injected === null) break;
		expect([done, injected].filter(Boolean)).toHaveLength(1);
		expect(ledger).toEqual({ stock: 0, held: put });
	}
});
