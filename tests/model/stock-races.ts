import type { Account } from "#contract/roles.ts";
import { deleteProduct, setStock, updateProduct } from "#worker/shop/catalogue/edit.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { countPieces } from "../support/count-pieces.ts";
import type { LocalShop } from "../support/local-shop.ts";
import { attempt } from "./round-trip-hook.ts";

const initialStock = 10;

/** A product of ten pieces, of which four are ordered. */
type Fixture = { productId: string; orderId: string; shopper: Account; admin: Account };
type Action = {
	name: string;
	run: (shop: ShopContext, fixture: Fixture) => Promise<unknown>;
	as: "shopper" | "admin";
	/** Set if the action places an order. */
	isOrder?: true;
};

const order = (quantity: number): Action => ({
	name: `order of ${quantity}`,
	as: "shopper",
	isOrder: true,
	run: (shop, { productId }) =>
		placeOrder(shop, { productId, quantity, location: "Here", phone: "1", idempotencyKey: null }),
});
const cancel: Action = {
	name: "cancel",
	as: "shopper",
	run: (shop, { orderId }) => cancelOrder(shop, orderId),
};
const setStockTo3: Action = {
	name: "stock set by an admin",
	as: "admin",
	run: (shop, { productId }) => setStock(shop, productId, 3),
};
/** Adds two pieces, because the admin enters eight in a form that shows six. */
const restock: Action = {
	name: "restocking",
	as: "admin",
	run: (shop, { productId }) =>
		updateProduct(
			shop,
			productId,
			{ description: "Same.", priceCents: 1_999, minimum: 1, quantity: 8 },
			{ shownStock: 6, editKey: null },
		),
};
const deleteProductAction: Action = {
	name: "deletion of the product",
	as: "admin",
	run: (shop, { productId }) => deleteProduct(shop, productId),
};

async function createFixture(localShop: LocalShop): Promise<Fixture> {
	const [shopper, admin] = await Promise.all([
		localShop.addAccount(),
		localShop.addAccount("admin"),
	]);
	const productId = await localShop.addProduct(initialStock);
	const orderId = await placeOrder(localShop.createContext(shopper), {
		productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	return { productId, orderId, shopper, admin };
}

/**
 * Runs `first`, and runs `second` just before one of the round trips of `first`.
 * @param index - which round trip, from 0
 * @returns whether each succeeded; null for `second` if `first` has no such round trip
 */
async function runRace(localShop: LocalShop, first: Action, second: Action, index: number) {
	const fixture = await createFixture(localShop);
	let roundTrips = 0;
	let secondSucceeded: boolean | null = null;
	const beforeRoundTrip = async () => {
		if (roundTrips++ !== index) return;
		secondSucceeded = await attempt(
			second.run(localShop.createContext(fixture[second.as]), fixture),
		);
	};
	const firstSucceeded = await attempt(
		first.run(localShop.createContext(fixture[first.as], beforeRoundTrip), fixture),
	);
	const pieces = await countPieces(localShop.anonymousContext, fixture.productId);
	// TypeScript does not see the assignment in `beforeRoundTrip`.
	return { pieces, firstSucceeded, secondSucceeded: secondSucceeded as boolean | null };
}

/** Runs actions one after the other. */
async function runInSequence(localShop: LocalShop, actions: Action[]) {
	const fixture = await createFixture(localShop);
	for (const action of actions) {
		await attempt(action.run(localShop.createContext(fixture[action.as]), fixture));
	}
	return countPieces(localShop.anonymousContext, fixture.productId);
}

/** Two orders for the last pieces: only one can succeed. */
export const lastPieces: [Action, Action] = [order(6), order(6)];

/** Pairs of actions that run concurrently. */
export const races: [Action, Action][] = [
	lastPieces,
	[order(6), order(1)],
	[order(8), cancel],
	[cancel, order(6)],
	[cancel, cancel],
	[order(4), setStockTo3],
	[setStockTo3, order(2)],
	[cancel, setStockTo3],
	[setStockTo3, cancel],
	[order(4), restock],
	[restock, order(4)],
	[cancel, restock],
	[restock, cancel],
	[order(4), deleteProductAction],
	[deleteProductAction, order(4)],
	[deleteProductAction, cancel],
	[cancel, deleteProductAction],
];

const formatPieceCounts = ({ stock, ordered }: { stock: number; ordered: number }) =>
	`${stock} in stock, ${ordered} ordered`;

const countRestocked = (actions: Action[]) => (actions.includes(restock) ? 2 : 0);

/** Counts the interleavings that ran, and the orders in them that were placed and rejected. */
export type OutcomeCounts = { interleavings: number; placed: number; rejected: number };

function countOutcomes(counts: OutcomeCounts, outcomes: [Action, boolean][]) {
	counts.interleavings++;
	for (const [{ isOrder }, hasSucceeded] of outcomes) {
		if (isOrder && hasSucceeded) counts.placed++;
		if (isOrder && !hasSucceeded) counts.rejected++;
	}
}

/**
 * Runs `second` before each round trip of `first`.
 * @throws Error if the result is possible in neither sequence of the two actions, or if pieces appear or vanish
 */
export async function raceAtEachRoundTrip(
	localShop: LocalShop,
	[first, second]: [Action, Action],
): Promise<OutcomeCounts> {
	const expectedResults = [
		await runInSequence(localShop, [first, second]),
		await runInSequence(localShop, [second, first]),
	].map(formatPieceCounts);
	const changesTotal = first === setStockTo3 || second === setStockTo3;
	const expectedTotal = changesTotal ? null : initialStock + countRestocked([first, second]);
	const counts: OutcomeCounts = { interleavings: 0, placed: 0, rejected: 0 };
	for (let index = 0; ; index++) {
		const { pieces, firstSucceeded, secondSucceeded } = await runRace(
			localShop,
			first,
			second,
			index,
		);
		if (secondSucceeded === null) return counts;
		const { stock, ordered } = pieces;
		const result = formatPieceCounts(pieces);
		const raceName = `${second.name} before round trip ${index} of ${first.name}`;
		if (!expectedResults.includes(result)) {
			throw new Error(`${raceName}: ${result}, expected ${expectedResults.join(" or ")}`);
		}
		if (stock < 0) throw new Error(`${raceName}: the stock is ${stock}`);
		if (expectedTotal !== null && stock + ordered !== expectedTotal) {
			throw new Error(`${raceName}: ${result}, expected ${expectedTotal} pieces in total`);
		}
		countOutcomes(counts, [
			[first, firstSucceeded],
			[second, secondSucceeded],
		]);
	}
}

/** Actions that move pieces between the stock and orders. */
export const orderActions: Action[] = [order(4), cancel];

class KilledError extends Error {}

/**
 * Simulates a crash before each database round trip of an action.
 * @returns the number of round trips
 * @throws Error if pieces appear or vanish
 */
export async function killAtEachRoundTrip(localShop: LocalShop, action: Action): Promise<number> {
	for (let index = 0; ; index++) {
		const fixture = await createFixture(localShop);
		let roundTrips = 0;
		const beforeRoundTrip = () => {
			if (roundTrips++ === index) throw new KilledError();
		};
		const context = localShop.createContext(fixture[action.as], beforeRoundTrip);
		const isKilled = await action.run(context, fixture).then(
			() => false,
			(error: unknown) =>
				error instanceof KilledError ||
				(error instanceof Error && error.cause instanceof KilledError),
		);
		if (!isKilled) return index;
		const { stock, ordered } = await countPieces(localShop.anonymousContext, fixture.productId);
		if (stock + ordered !== initialStock) {
			throw new Error(
				`${action.name}, killed before round trip ${index}: ${formatPieceCounts({ stock, ordered })}`,
			);
		}
	}
}
