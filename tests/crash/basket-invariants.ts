import { eq, isNotNull } from "drizzle-orm";
import type { BasketItem } from "#contract/basket.ts";
import { basketLines, checkouts, orders, refundRequests, savedLists } from "#worker/db/schema.ts";
import type { RunningShop } from "../support/shop.ts";
import type { SubmittedBasket, WorkloadLog } from "./workload-log.ts";

type Item = BasketItem & { id: string };

/**
 * Groups quantities by product.
 * @param items - each with the id of its checkout or shopper
 * @returns the quantities of each checkout or shopper, keyed by product id
 */
function groupById(items: Item[]): Map<string, Map<string, number>> {
	const groups = new Map<string, Map<string, number>>();
	for (const { id, productId, quantity } of items) {
		groups.set(id, (groups.get(id) ?? new Map<string, number>()).set(productId, quantity));
	}
	return groups;
}

async function readBaskets({ db }: RunningShop) {
	const [checkoutRows, ordered, lines, lists, requestedRefunds] = await db.batch([
		db.select().from(checkouts),
		db
			.select({ id: checkouts.id, productId: orders.productId, quantity: orders.quantity })
			.from(orders)
			.innerJoin(checkouts, eq(checkouts.id, orders.checkoutId)),
		db
			.select({
				id: basketLines.userId,
				productId: basketLines.productId,
				quantity: basketLines.quantity,
			})
			.from(basketLines),
		db.select({ id: savedLists.id }).from(savedLists),
		db
			.select({ orderId: refundRequests.orderId, key: refundRequests.idempotencyKey })
			.from(refundRequests)
			.where(isNotNull(refundRequests.idempotencyKey)),
	]);
	return {
		checkoutRows,
		itemsByCheckout: groupById(ordered),
		itemsByShopper: groupById(lines),
		listIds: new Set(lists.map(({ id }) => id)),
		requestedRefunds: new Set(requestedRefunds.map(({ orderId, key }) => `${orderId} ${key}`)),
	};
}

type Rows = Awaited<ReturnType<typeof readBaskets>>;

/** Finds checkouts that have only some of their orders, and confirmed checkouts that are lost. */
function* findBrokenCheckouts(rows: Rows, { submittedBaskets }: WorkloadLog) {
	const storedByKey = new Map(rows.checkoutRows.map((row) => [row.idempotencyKey, row]));
	for (const { id, idempotencyKey, userId } of rows.checkoutRows) {
		const submitted = submittedBaskets.get(idempotencyKey ?? "");
		if (submitted?.userId !== userId) yield `the checkout ${id} was never submitted`;
		const items = submitted?.page.items ?? [];
		const ordered = rows.itemsByCheckout.get(id);
		const isComplete =
			ordered?.size === items.length &&
			items.every(({ productId, quantity }) => ordered.get(productId) === quantity);
		if (!isComplete) yield `the checkout ${id} has ${ordered?.size ?? 0} of ${items.length} orders`;
	}
	for (const [key, { checkoutId }] of submittedBaskets) {
		if (checkoutId !== null && storedByKey.get(key)?.id !== checkoutId)
			yield `the checkout ${checkoutId} was placed, but is lost`;
	}
}

/** Finds baskets that lost lines before they were ordered, or still have lines that were ordered. */
function* findBrokenBaskets(rows: Rows, { baskets }: WorkloadLog) {
	const placedKeys = new Set(rows.checkoutRows.map(({ idempotencyKey }) => idempotencyKey));
	const isPlaced = ({ page }: SubmittedBasket) => placedKeys.has(page.key);
	for (const [shopper, content] of baskets) {
		const basket = rows.itemsByShopper.get(shopper);
		const expected = Array.isArray(content) ? content : content.page.items;
		const isOrdered = !Array.isArray(content) && isPlaced(content);
		for (const { productId, quantity } of expected) {
			const pieces = basket?.get(productId) ?? 0;
			if (isOrdered && pieces > 0) yield `${productId} was ordered, but is still in the basket`;
			if (!isOrdered && pieces < quantity)
				yield `the basket of ${shopper} has ${pieces} of ${productId}, not ${quantity}`;
		}
	}
}

/** @returns a message for each incomplete checkout, each basket with wrong lines, and each lost list or refund */
export async function findLostBaskets(shop: RunningShop, log: WorkloadLog): Promise<string[]> {
	const rows = await readBaskets(shop);
	const lostListIds = [...log.savedLists.values()].filter((id) => !rows.listIds.has(id));
	const lostRefunds = log.refunds.filter(
		({ orderId, key, isConfirmed }) =>
			isConfirmed && !rows.requestedRefunds.has(`${orderId} ${key}`),
	);
	return [
		...findBrokenCheckouts(rows, log),
		...findBrokenBaskets(rows, log),
		...lostListIds.map((id) => `the list ${id} was saved, but is lost`),
		...lostRefunds.map(({ orderId }) => `${orderId} was refunded, but the refund is lost`),
	];
}
