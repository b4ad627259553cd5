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
import { attempt } from "./gated-shop.ts";
import type { StockSums } from "./stock-races.ts";

type ModelOrder = { quantity: number; key: string; isPaid: boolean };

/** The expected state of the shop. It is so simple that it is obviously correct. */
type Model = { stock: number; minimum: number; orders: ModelOrder[] };

/** The shop under test. `ids` are the ids of the model's `orders`, in the same order. */
type Real = {
	local: LocalShop;
	productId: string;
	shopper: Account;
	admin: Account;
	ids: string[];
	sums: StockSums;
};

type Command = fc.AsyncCommand<Model, Real>;

function expectEqual(name: string, actual: unknown, expected: unknown) {
	if (actual !== expected) throw new Error(`${name}: expected ${expected}, got ${actual}`);
}

async function checkUnits(model: Model, real: Real) {
	const expected = model.orders.reduce((sum, { quantity }) => sum + quantity, 0);
	const { stock, ordered } = await countUnits(real.local.anonymous, real.productId);
	expectEqual("stock", stock, model.stock);
	expectEqual("ordered units", ordered, expected);
}

/** Creates a step of a sequence. `execute` starts it in the shop and returns whether the model expects it to succeed. */
const createCommand = (
	title: string,
	execute: (
		model: Model,
		real: Real,
	) => { isExpected: boolean; pending: Promise<unknown>; applyToModel: () => void },
): Command => ({
	check: () => true,
	async run(model, real) {
		const { isExpected, pending, applyToModel } = execute(model, real);
		expectEqual(title, await attempt(pending), isExpected);
		if (isExpected) applyToModel();
		await checkUnits(model, real);
	},
	toString: () => title,
});

const order = (quantity: number) =>
	createCommand(`order ${quantity}`, (model, { local, shopper, productId, ids, sums }) => {
		const key = createId();
		const input = { productId, quantity, location: "Here", phone: "1", idempotencyKey: key };
		const pending = placeOrder(local.createShopFor(shopper), input);
		const isExpected = quantity >= model.minimum && quantity <= model.stock;
		sums[isExpected ? "sold" : "rejected"]++;
		return {
			isExpected,
			pending: pending.then((id) => ids.push(id)),
			applyToModel: () => {
				model.stock -= quantity;
				model.orders.push({ quantity, key, isPaid: false });
			},
		};
	});

/** Repeats a request: it returns the id of the first order and reserves nothing. */
const repeat = (position: number) =>
	createCommand(`repeat ${position}`, (model, { local, shopper, productId, ids }) => {
		const index = position % Math.max(model.orders.length, 1);
		const earlier = model.orders[index];
		const input = {
			productId,
			quantity: earlier?.quantity ?? 1,
			location: "Here",
			phone: "1",
			idempotencyKey: earlier?.key ?? "",
		};
		const pending = earlier
			? placeOrder(local.createShopFor(shopper), input).then((id) =>
					expectEqual("id", id, ids[index]),
				)
			: Promise.resolve();
		return { isExpected: true, pending, applyToModel: () => undefined };
	});

const cancel = (position: number) =>
	createCommand(`cancel ${position}`, (model, { local, shopper, ids }) => {
		const index = position % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			isExpected: target !== undefined && !target.isPaid,
			pending: cancelOrder(local.createShopFor(shopper), ids[index] ?? "none"),
			applyToModel: () => {
				model.stock += target?.quantity ?? 0;
				model.orders.splice(index, 1);
				ids.splice(index, 1);
			},
		};
	});

const pay = (position: number) =>
	createCommand(`pay ${position}`, (model, { local, ids }) => {
		const index = position % Math.max(model.orders.length, 1);
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
			isExpected: true,
			pending: recordMoney(local.anonymous, { ...account, readAt: new Date() }),
			applyToModel: () => {
				if (target) target.isPaid = true;
			},
		};
	});

const ship = (position: number) =>
	createCommand(`ship ${position}`, (model, { local, admin, ids }) => {
		const index = position % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			isExpected: target?.isPaid === true,
			pending: shipOrder(local.createShopFor(admin), ids[index] ?? "none"),
			applyToModel: () => undefined,
		};
	});

const restock = (quantity: number) =>
	createCommand(`restock ${quantity}`, (model, { local, admin, productId }) => ({
		isExpected: true,
		pending: setStock(local.createShopFor(admin), productId, quantity),
		applyToModel: () => {
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
		index.map(ship),
		fc.nat(20).map(restock),
	],
	{ maxCommands: 12 },
);

/**
 * Runs random sequences of orders, repeats, cancellations, payments, shipments and stock edits against the model.
 * @param runs how many sequences
 * @throws Error with the shortest sequence whose result differs from the model, and its seed
 */
export async function checkStockModel(local: LocalShop, runs: number): Promise<StockSums> {
	const sums: StockSums = { interleavings: 0, sold: 0, rejected: 0 };
	const admin = await local.addAccount("admin");
	const sequence = fc.asyncProperty(
		commands,
		fc.nat(30),
		fc.integer({ min: 1, max: 4 }),
		async (steps, stock, minimum) => {
			const productId = await local.addProduct(stock, minimum);
			const shopper = await local.addAccount();
			sums.interleavings++;
			await fc.asyncModelRun(
				() => ({
					model: { stock, minimum, orders: [] },
					real: { local, productId, shopper, admin, ids: [], sums },
				}),
				steps,
			);
		},
	);
	await fc.assert(sequence, { numRuns: runs });
	return sums;
}
