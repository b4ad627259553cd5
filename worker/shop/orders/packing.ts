import { and, eq, isNull, sql } from "drizzle-orm";
import { packingSlipsMax } from "#contract/limits.ts";
import {
	awaitsShipment,
	hasReached,
	isCanceled,
	orderFilterLabels,
	orderStates,
} from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders, payments, products } from "#worker/db/schema.ts";
import { getContactAddress } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import { oldestFirst } from "../list-queries.ts";
import { hasOpenCancellationRequest } from "./cancellation.ts";
import { shippedPieces } from "./pieces-left.ts";
import { orderColumns } from "./read.ts";

const selectSlips = ({ db }: ShopContext) =>
	db
		.select({
			...orderColumns,
			hold: payments.hold,
			partNumber: products.partNumber,
			pieces: shippedPieces.as("pieces"),
		})
		.from(orders)
		.innerJoin(products, eq(products.id, orders.productId))
		.leftJoin(payments, eq(payments.id, orders.transactionId))
		.$dynamic();

type PackingSlip = Awaited<ReturnType<typeof selectSlips>>[number];

async function readOrdersToPack(shop: ShopContext) {
	const rows = await selectSlips(shop)
		.where(and(eq(orders.state, "paid"), isNull(payments.hold)))
		.orderBy(...oldestFirst(orders))
		.limit(packingSlipsMax + 1);
	return { rows: rows.slice(0, packingSlipsMax), hasMore: rows.length > packingSlipsMax };
}

/** Returns why an order must not be packed; null if it can be packed. */
function findReasonNotToPack(slip: PackingSlip): string | null {
	const { state, hold } = slip;
	if (hasReached(state, "shipped")) return null;
	// Its page says whether its refund has been made.
	if (!awaitsShipment(state)) return orderStates[isCanceled(state) ? "cancelled" : state].label;
	if (hasOpenCancellationRequest(slip)) return orderFilterLabels.asks_to_cancel;
	return hold && paymentHolds[hold].label;
}

const compareByTool = (a: PackingSlip, b: PackingSlip) =>
	a.toolName.localeCompare(b.toolName, "en") || a.createdAt.getTime() - b.createdAt.getTime();

type PickListLine = {
	productId: string;
	toolName: string;
	partNumber: string | null;
	slips: PackingSlip[];
};

function createPickList(slips: PackingSlip[]): PickListLine[] {
	const lines = new Map<string, PickListLine>();
	for (const slip of slips) {
		const { productId, toolName, partNumber } = slip;
		const line = lines.get(productId) ?? { productId, toolName, partNumber, slips: [] };
		line.slips.push(slip);
		lines.set(productId, line);
	}
	return [...lines.values()];
}

/** Groups the orders of a checkout that are in the same state. They go to one address in one parcel, so one slip lists them. */
const groupIntoParcels = (slips: PackingSlip[]): PackingSlip[][] => [
	...Map.groupBy(slips, ({ checkoutId, id, state }) => `${state} ${checkoutId ?? id}`).values(),
];

/**
 * Returns the pick list, with one line per product, and the packing slips, both sorted by tool. Orders that have already shipped are not on
 * the pick list, but have a slip that can be reprinted. Orders in `excluded` must not be packed.
 * @param ids - at most 100 orders; null for the oldest orders that are ready to ship. Unknown ids are ignored.
 */
export async function getPackingLists(shop: ShopContext, ids: string[] | null) {
	requireCapability(shop, "orders:ship");
	const { rows, hasMore } = ids
		? {
				rows: await selectSlips(shop).where(
					sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`,
				),
				hasMore: false,
			}
		: await readOrdersToPack(shop);
	const checkedSlips = rows.map((slip) => ({ slip, reason: findReasonNotToPack(slip) }));
	const slips = checkedSlips
		.flatMap(({ slip, reason }) => (reason ? [] : [slip]))
		.sort(compareByTool);
	return {
		picks: createPickList(slips.filter(({ state }) => state === "paid")),
		slips,
		parcels: groupIntoParcels(slips),
		hasMore,
		excluded: checkedSlips.flatMap(({ slip: { id }, reason }) => (reason ? [{ id, reason }] : [])),
		contact: getContactAddress(shop.env),
	};
}
