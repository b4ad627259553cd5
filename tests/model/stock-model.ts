import fc from "fast-check";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { setStock } from "#worker/shop/catalogue/edit.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { recordMoney } from "#worker/shop/payments/money.ts";
import { countUnits } from "../support/count-units.ts";
import type { LocalShop } from "../support/local-shop.ts";
import { attempt } from "./actors.ts";
import type { StockSums } from "./stock-races.ts";

type ModelOrder = { quantity: number; key: string; paid: boolean; shifted: boolean };

/** What the shop should hold: a few lines that are easily seen to be right. */
type Model = { stock: number; minimum: number; orders: ModelOrder[] };

/** The shop under test; `ids` has the same order as the model's `orders`. */
type Real = {
	local: LocalShop;
	productId: string;
	shopper: Account;
	admin: Account;
	ids: string[];
	tally: StockSums;
};

type Command = fc.AsyncCommand<Model, Real>;

function expectEqual(what: string, found: unknown, expected: unknown) {
	if (found !== expected) throw new Error(`${what}: ${found}, should be ${expected}`);
}

async function checkLedger(model: Model, real: Real) {
	const held = model.orders.reduce((pieces, { quantity }) => pieces + quantity, 0);
	const ledger = await countUnits(real.local.anonymous, real.productId);
	expectEqual("stock", ledger.stock, model.stock);
	expectEqual("held by orders", ledger.ordered, held);
}

/** One step of a sequence: `act` does it to both and says whether the model expects success. */
const command = (
	title: string,
	act: (
		model: Model,
		real: Real,
	) => { expected: boolean; done: Promise<unknown>; apply: () => void },
): Command => ({
	check: () => true,
	async run(model, real) {
		const { expected, done, apply } = act(model, real);
		expectEqual(title, await attempt(done), expected);
		if (expected) apply();
		await checkLedger(model, real);
	},
	toString: () => title,
});

const order = (quantity: number) =>
	command(`order ${quantity}`, (model, { local, shopper, productId, ids, tally }) => {
		const key = createId();
		const placing = { productId, quantity, location: "Here", phone: "1", idempotencyKey: key };
		const done = placeOrder(local.createShopFor(shopper), placing);
		const expected = quantity >= model.minimum && quantity <= model.stock;
		tally[expected ? "sold" : "rejected"]++;
		return {
			expected,
			done: done.then((id) => ids.push(id)),
			apply: () => {
				model.stock -= quantity;
				model.orders.push({ quantity, key, paid: false, shifted: false });
			},
		};
	});

/** The same request once more: the first order's id, and nothing taken. */
const repeat = (at: number) =>
	command(`repeat ${at}`, (model, { local, shopper, productId, ids }) => {
		const index = at % Math.max(model.orders.length, 1);
		const earlier = model.orders[index];
		const placing = {
			productId,
			quantity: earlier?.quantity ?? 1,
			location: "Here",
			phone: "1",
			idempotencyKey: earlier?.key ?? "",
		};
		const done = earlier
			? placeOrder(local.createShopFor(shopper), placing).then((id) =>
					expectEqual("id", id, ids[index]),
				)
			: Promise.resolve();
		return { expected: true, done, apply: () => undefined };
	});

const cancel = (at: number) =>
	command(`cancel ${at}`, (model, { local, shopper, ids }) => {
		const index = at % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			expected: target !== undefined && !target.paid,
			done: cancelOrder(local.createShopFor(shopper), ids[index] ?? "none"),
			apply: () => {
				model.stock += target?.quantity ?? 0;
				model.orders.splice(index, 1);
				ids.splice(index, 1);
			},
		};
	});

const pay = (at: number) =>
	command(`pay ${at}`, (model, { local, ids }) => {
		const index = at % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		const id = ids[index] ?? "none";
		const cents = 1_999 * (target?.quantity ?? 1);
		const intent = {
			id: `pi_${createId()}`,
			status: "succeeded" as const,
			amountCents: cents,
			receivedCents: cents,
			currency: "usd",
			orderId: id,
			shopId: "this",
			clientSecret: null,
			billingEmail: null,
			disputed: false,
			refunds: [],
			moreRefunds: false,
		};
		const account = { intent, orderId: id, shopId: "this", refunds: [], disputes: [] };
		return {
			expected: true,
			done: recordMoney(local.anonymous, { ...account, readAt: new Date() }),
			apply: () => {
				if (target) target.paid = true;
			},
		};
	});

const shift = (at: number) =>
	command(`shift ${at}`, (model, { local, admin, ids }) => {
		const index = at % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			expected: target?.paid === true,
			done: shipOrder(local.createShopFor(admin), ids[index] ?? "none"),
			apply: () => {
				if (target) target.shifted = true;
			},
		};
	});

const restock = (quantity: number) =>
	command(`restock ${quantity}`, (model, { local, admin, productId }) => ({
		expected: true,
		done: setStock(local.createShopFor(admin), productId, quantity),
		apply: () => {
			model.stock = quantity;
		},
	}));

const index = fc.nat(9);
const commands = fc.commands(
	[
		fc.integer({ min: 1, max: 12 }).map(order),
		fc.integer({ min: 1, max: 12 }).map(order),
		index.map(repeat),
		index.map(cancel),
		index.map(pay),
		index.map(shift),
		fc.nat(20).map(restock),
	],
	{ maxCommands: 12 },
);

/**
 * Runs random sequences of orders, repeats, cancellations, payments, shipments and stock edits against the model.
 * @param runs how many sequences
 * @returns the sums of what the model and the shop agreed on
 * @throws with the shortest sequence that breaks it, and its seed
 */
export async function checkStockModel(local: LocalShop, runs: number): Promise<StockSums> {
	const tally: StockSums = { interleavings: 0, sold: 0, rejected: 0 };
	const admin = await local.addAccount("admin");
	const sequence = fc.asyncProperty(
		commands,
		fc.nat(30),
		fc.integer({ min: 1, max: 4 }),
		async (steps, stock, minimum) => {
			const productId = await local.addProduct(stock, minimum);
			const shopper = await local.addAccount();
			tally.interleavings++;
			await fc.asyncModelRun(
				() => ({
					model: { stock, minimum, orders: [] },
					real: { local, productId, shopper, admin, ids: [], tally },
				}),
				steps,
			);
		},
	);
	await fc.assert(sequence, { numRuns: runs });
	return tally;
}
