import type { Account } from "#contract/roles.ts";
import { deleteProduct, setStock, updateProduct } from "#worker/shop/catalogue/edit.ts";
import type { Shop } from "#worker/shop/context.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { countUnits } from "../support/count-units.ts";
import type { LocalShop } from "../support/local-shop.ts";
import { attempt } from "./actors.ts";

/** Pieces that a fixture begins with. */
const put = 10;

/** What two people do to one product of ten pieces, four of them ordered. */
type Fixture = { productId: string; orderId: string; shopper: Account; admin: Account };
type Act = {
	name: string;
	run: (shop: Shop, fixture: Fixture) => Promise<unknown>;
	as: "shopper" | "admin";
	/** Whether its success is a sale. */
	orders?: true;
};

/** An order of so many pieces. */
const order = (quantity: number): Act => ({
	name: `order of ${quantity}`,
	as: "shopper",
	orders: true,
	run: (shop, { productId }) =>
		placeOrder(shop, { productId, quantity, location: "Here", phone: "1", idempotencyKey: null }),
});
const cancel: Act = {
	name: "cancel",
	as: "shopper",
	run: (shop, { orderId }) => cancelOrder(shop, orderId),
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
			{ seen: 6, editKey: null },
		),
};
const remove: Act = {
	name: "product delete",
	as: "admin",
	run: (shop, { productId }) => deleteProduct(shop, productId),
};

async function createFixture(local: LocalShop): Promise<Fixture> {
	const [shopper, admin] = await Promise.all([local.addAccount(), local.addAccount("admin")]);
	const productId = await local.addProduct(put);
	const orderId = await placeOrder(local.createShopFor(shopper), {
		productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	return { productId, orderId, shopper, admin };
}

/** Runs `first`, and all of `second` just before its round trip number `point`. */
async function runRace(local: LocalShop, first: Act, second: Act, point: number) {
	const fixture = await createFixture(local);
	let trips = 0;
	let injected: boolean | null = null;
	const watch = async () => {
		if (trips++ !== point) return;
		injected = await attempt(second.run(local.createShopFor(fixture[second.as]), fixture));
	};
	const done = await attempt(first.run(local.createShopFor(fixture[first.as], watch), fixture));
	const ledger = await countUnits(local.anonymous, fixture.productId);
	return { ledger, done, injected: injected as boolean | null };
}

/** What is left when the one runs after the other. */
async function runInTurn(local: LocalShop, acts: Act[]) {
	const fixture = await createFixture(local);
	for (const act of acts) await attempt(act.run(local.createShopFor(fixture[act.as]), fixture));
	return countUnits(local.anonymous, fixture.productId);
}

/** Two orders of which only one can be met. */
export const lastPieces: [Act, Act] = [order(6), order(6)];

/** Who meets whom. */
export const races: [Act, Act][] = [
	lastPieces,
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

const setsStock = (act: Act) => act === edit;
/** Pieces that an admin adds. */
const restocked = (acts: Act[]) => (acts.includes(restock) ? 2 : 0);

/** Orders that were accepted and rejected, over so many interleavings. */
export type StockSums = { interleavings: number; sold: number; rejected: number };

function tally(sums: StockSums, outcomes: [Act, boolean][]) {
	sums.interleavings++;
	for (const [{ orders }, done] of outcomes) {
		if (orders && done) sums.sold++;
		if (orders && !done) sums.rejected++;
	}
}

/**
 * Runs all of `second` at each point of `first`.
 * @returns the sums
 * @throws Error when it ends otherwise than if the one had come after the other, or pieces appear or vanish
 */
export async function injectRace(
	local: LocalShop,
	[first, second]: [Act, Act],
): Promise<StockSums> {
	const inTurn = [
		await runInTurn(local, [first, second]),
		await runInTurn(local, [second, first]),
	].map(({ stock, ordered }) => `${stock} + ${ordered}`);
	const expected = setsStock(first) || setsStock(second) ? null : put + restocked([first, second]);
	const sums: StockSums = { interleavings: 0, sold: 0, rejected: 0 };
	for (let point = 0; ; point++) {
		const { ledger, done, injected } = await runRace(local, first, second, point);
		if (injected === null) return sums;
		const { stock, ordered } = ledger;
		const found = `${stock} + ${ordered}`;
		if (!inTurn.includes(found)) throw new Error(`${found} at point ${point}, not ${inTurn}`);
		if (stock < 0) throw new Error(`stock ${stock} at point ${point}`);
		if (expected !== null && stock + ordered !== expected)
			throw new Error(`${found} at point ${point}`);
		tally(sums, [
			[first, done],
			[second, injected],
		]);
	}
}

/** What moves pieces between stock and orders. */
export const movers: Act[] = [order(4), cancel];

class Killed extends Error {}

/**
 * Ends the process that runs `act` before each of its round trips to the database.
 * @returns how often
 * @throws Error when pieces appear or vanish
 */
export async function killAtEachTrip(local: LocalShop, act: Act): Promise<number> {
	for (let point = 0; ; point++) {
		const fixture = await createFixture(local);
		let trips = 0;
		const watch = () => {
			if (trips++ === point) throw new Killed();
		};
		const killed = await act.run(local.createShopFor(fixture[act.as], watch), fixture).then(
			() => false,
			(error: unknown) =>
				error instanceof Killed || (error instanceof Error && error.cause instanceof Killed),
		);
		if (!killed) return point;
		const { stock, ordered } = await countUnits(local.anonymous, fixture.productId);
		if (stock + ordered !== put) {
			throw new Error(`${act.name}, killed at ${point}: ${stock} in stock, ${ordered} in orders`);
		}
	}
}
