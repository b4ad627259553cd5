import fc from "fast-check";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { setStock } from "#worker/shop/catalogue/edit.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { recordPayment } from "#worker/shop/payments/record-payment.ts";
import { countPieces } from "../support/count-pieces.ts";
import type { LocalShop } from "../support/local-shop.ts";
import { attempt } from "./round-trip-hook.ts";
import type { OutcomeCounts } from "./stock-races.ts";

type ModelOrder = { quantity: number; key: string; isPaid: boolean };

/** The expected state of the shop, simple enough to be obviously correct. */
type Model = { stock: number; minimum: number; orders: ModelOrder[] };

/** The shop under test. `orderIds` are the ids of the model's `orders`, in the same order. */
type Real = {
	localShop: LocalShop;
	productId: string;
	shopper: Account;
	admin: Account;
	orderIds: string[];
	counts: OutcomeCounts;
};

type Command = fc.AsyncCommand<Model, Real>;

function expectEqual(name: string, actual: unknown, expected: unknown) {
	if (actual !== expected) throw new Error(`${name}: expected ${expected}, got ${actual}`);
}

async function checkPieces(model: Model, real: Real) {
	const expectedPieces = model.orders.reduce((sum, { quantity }) => sum + quantity, 0);
	const { stock, ordered } = await countPieces(real.localShop.anonymousContext, real.productId);
	expectEqual("stock", stock, model.stock);
	expectEqual("ordered pieces", ordered, expectedPieces);
}

/** Creates a step of a sequence. `execute` starts the step in the shop, and returns whether the model expects it to succeed. */
const createCommand = (
	title: string,
	execute: (
		model: Model,
		real: Real,
	) => { shouldSucceed: boolean; pending: Promise<unknown>; applyToModel: () => void },
): Command => ({
	check: () => true,
	async run(model, real) {
		const { shouldSucceed, pending, applyToModel } = execute(model, real);
		expectEqual(title, await attempt(pending), shouldSucceed);
		if (shouldSucceed) applyToModel();
		await checkPieces(model, real);
	},
	toString: () => title,
});

const order = (quantity: number) =>
	createCommand(
		`order ${quantity}`,
		(model, { localShop, shopper, productId, orderIds, counts }) => {
			const key = createId();
			const input = { productId, quantity, location: "Here", phone: "1", idempotencyKey: key };
			const pending = placeOrder(localShop.createContext(shopper), input);
			const shouldSucceed = quantity >= model.minimum && quantity <= model.stock;
			counts[shouldSucceed ? "placed" : "rejected"]++;
			return {
				shouldSucceed,
				pending: pending.then((id) => orderIds.push(id)),
				applyToModel: () => {
					model.stock -= quantity;
					model.orders.push({ quantity, key, isPaid: false });
				},
			};
		},
	);

/** Repeats an order request. The shop must return the id of the existing order and reserve nothing. */
const repeat = (position: number) =>
	createCommand(`repeat ${position}`, (model, { localShop, shopper, productId, orderIds }) => {
		const index = position % Math.max(model.orders.length, 1);
		const earlierOrder = model.orders[index];
		const input = {
			productId,
			quantity: earlierOrder?.quantity ?? 1,
			location: "Here",
			phone: "1",
			idempotencyKey: earlierOrder?.key ?? "",
		};
		const pending = earlierOrder
			? placeOrder(localShop.createContext(shopper), input).then((id) =>
					expectEqual("id", id, orderIds[index]),
				)
			: Promise.resolve();
		return { shouldSucceed: true, pending, applyToModel: () => undefined };
	});

const cancel = (position: number) =>
	createCommand(`cancel ${position}`, (model, { localShop, shopper, orderIds }) => {
		const index = position % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			shouldSucceed: target !== undefined && !target.isPaid,
			pending: cancelOrder(localShop.createContext(shopper), orderIds[index] ?? "none"),
			applyToModel: () => {
				model.stock += target?.quantity ?? 0;
				model.orders.splice(index, 1);
				orderIds.splice(index, 1);
			},
		};
	});

const pay = (position: number) =>
	createCommand(`pay ${position}`, (model, { localShop, orderIds }) => {
		const index = position % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		const id = orderIds[index] ?? "none";
		const cents = 1_999 * (target?.quantity ?? 1);
		const intent = {
			id: `pi_${createId()}`,
			status: "succeeded" as const,
			amountCents: cents,
			receivedCents: cents,
			currency: "usd",
			orderId: id,
			checkoutId: null,
			shopId: "this",
			clientSecret: null,
			billingEmail: null,
			methodType: "card",
			wasDisputed: false,
			refunds: [],
			hasMoreRefunds: false,
		};
		const stripePayment = {
			intent,
			orderId: id,
			shopId: "this",
			refunds: [],
			disputes: [],
			readAt: new Date(),
		};
		return {
			shouldSucceed: true,
			pending: recordPayment(localShop.anonymousContext, stripePayment),
			applyToModel: () => {
				if (target) target.isPaid = true;
			},
		};
	});

const ship = (position: number) =>
	createCommand(`ship ${position}`, (model, { localShop, admin, orderIds }) => {
		const index = position % Math.max(model.orders.length, 1);
		const target = model.orders[index];
		return {
			shouldSucceed: target?.isPaid === true,
			pending: shipOrder(localShop.createContext(admin), orderIds[index] ?? "none"),
			applyToModel: () => undefined,
		};
	});

const restock = (quantity: number) =>
	createCommand(`restock ${quantity}`, (model, { localShop, admin, productId }) => ({
		shouldSucceed: true,
		pending: setStock(localShop.createContext(admin), productId, quantity),
		applyToModel: () => {
			model.stock = quantity;
		},
	}));

/** Selects an order: its index is `position` modulo the number of orders. */
const position = fc.nat(9);
const commands = fc.commands(
	[
		fc.integer({ min: 1, max: 12 }).map(order),
		fc.integer({ min: 1, max: 12 }).map(order),
		position.map(repeat),
		position.map(cancel),
		position.map(pay),
		position.map(ship),
		fc.nat(20).map(restock),
	],
	{ maxCommands: 12 },
);

/**
 * Runs random sequences of orders, repeats, cancellations, payments, shipments and stock edits against the model.
 * @param runs - number of sequences
 * @throws Error with the shortest sequence that leads to a different state than the model's, and its seed
 */
export async function checkStockModel(localShop: LocalShop, runs: number): Promise<OutcomeCounts> {
	const counts: OutcomeCounts = { interleavings: 0, placed: 0, rejected: 0 };
	const admin = await localShop.addAccount("admin");
	const sequence = fc.asyncProperty(
		commands,
		fc.nat(30),
		fc.integer({ min: 1, max: 4 }),
		async (steps, stock, minimum) => {
			const productId = await localShop.addProduct(stock, minimum);
			const shopper = await localShop.addAccount();
			counts.interleavings++;
			await fc.asyncModelRun(
				() => ({
					model: { stock, minimum, orders: [] },
					real: { localShop, productId, shopper, admin, orderIds: [], counts },
				}),
				steps,
			);
		},
	);
	await fc.assert(sequence, { numRuns: runs });
	return counts;
}
