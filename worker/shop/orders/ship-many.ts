import { and, eq, exists, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { formatTracking, normalizeTracking, type Tracking } from "#contract/carriers.ts";
import { errors, fillMessage, ShopError } from "#contract/errors.ts";
import {
	awaitsShipment,
	isCanceled,
	orderFilterLabels,
	orderStates,
	statesAwaitingShipment,
} from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import {
	type ShipmentResult,
	shipmentLinesMax,
	shipmentResults,
} from "#contract/shipment-results.ts";
import { orderNumber } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { parseTexts } from "#worker/db/json.ts";
import { retry } from "#worker/db/retry.ts";
import { auditLog, orderEmails, orders, payments } from "#worker/db/schema.ts";
import { formatPiecesSql } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { sweepOrderEmails } from "../emails/send-order-emails.ts";
import { isOnHold } from "../payments/order-amounts.ts";
import { write } from "../write.ts";
import { hasOpenCancellationRequest, matchesOpenCancellationRequest } from "./cancellation.ts";
import {
	areInDifferentParcels,
	haveSameNumber,
	isTrackingNumberTaken,
	selectTrackedOrders,
	type TrackedOrder,
} from "./parcels.ts";
import { piecesLeft, shippedPieces } from "./pieces-left.ts";
import type { ShipmentLine } from "./shipment-lines.ts";

export type CheckedShipment = {
	line: ShipmentLine;
	tracking: Tracking;
	order: FoundOrder | null;
	result: ShipmentResult;
	message: string;
};

/**
 * Returns the id or the order number of a line, in lower case; null if it is neither. An order number is the beginning of an id
 * (contract/shop.ts, `orderNumber`).
 */
const toIdPrefix = ({ order }: ShipmentLine): string | null => {
	const prefix = order.replace(/\s|^\s*#/g, "").toLowerCase();
	return /^[0-9a-z]{12,64}$/.test(prefix) ? prefix : null;
};

/** Finds the orders that the lines name, and those that were recently shipped with one of the lines' tracking numbers. */
async function findMatchingOrders({ db }: ShopContext, lines: ShipmentLine[]) {
	const prefixes = JSON.stringify([...new Set(lines.flatMap((line) => toIdPrefix(line) ?? []))]);
	const numbers = new Set(lines.map(({ trackingNumber }) => trackingNumber).filter(Boolean));
	const lastCharacter = "\u{10ffff}";
	const statements = [
		db
			.select({
				prefix: sql<string>`json_each.value`.as("prefix"),
				id: orders.id,
				state: orders.state,
				toolName: orders.toolName,
				quantity: orders.quantity,
				shippedPieces: shippedPieces.as("shipped_pieces"),
				name: orders.name,
				email: orders.email,
				location: orders.location,
				isShipped: sql`${orders.shippedAt} is not null`.mapWith(Boolean).as("is_shipped"),
				carrier: orders.carrier,
				trackingNumber: orders.trackingNumber,
				cancellationRequestedAt: orders.cancellationRequestedAt,
				cancellationDeclinedAt: orders.cancellationDeclinedAt,
				hold: payments.hold,
			})
			.from(sql`json_each(${prefixes})`)
			.innerJoin(
				orders,
				sql`${orders.id} >= json_each.value and ${orders.id} < json_each.value || ${lastCharacter}`,
			)
			.leftJoin(payments, eq(payments.id, orders.transactionId)),
		selectTrackedOrders(db, [...numbers]),
	] as const;
	const [rows, trackedOrders] = await retry(() => db.batch(statements));
	return { ordersByPrefix: Map.groupBy(rows, ({ prefix }) => prefix), trackedOrders };
}

type OrdersByPrefix = Awaited<ReturnType<typeof findMatchingOrders>>["ordersByPrefix"];
type FoundOrder = NonNullable<ReturnType<OrdersByPrefix["get"]>>[number];

const isSameTracking = (a: Tracking, b: Tracking) =>
	a.carrier === b.carrier && a.trackingNumber === b.trackingNumber;

function getResult(order: FoundOrder, tracking: Tracking): [ShipmentResult, detail?: string] {
	if (isCanceled(order.state)) return ["not_ready", orderStates.cancelled.label];
	if (order.isShipped) {
		const isUnchanged = isSameTracking(order, tracking) || !tracking.trackingNumber;
		if (isUnchanged) return ["unchanged", formatTracking(order) || "no tracking number"];
		return order.trackingNumber ? ["other_number", formatTracking(order)] : ["ready_to_track"];
	}
	if (!awaitsShipment(order.state)) return ["not_ready", orderStates[order.state].label];
	if (hasOpenCancellationRequest(order)) return ["not_ready", orderFilterLabels.asks_to_cancel];
	return order.hold ? ["not_ready", paymentHolds[order.hold].label] : ["ready"];
}

function toCheckedShipment(line: ShipmentLine, ordersByPrefix: OrdersByPrefix): CheckedShipment {
	const { carrier, trackingNumber } = line;
	const tracking = normalizeTracking({ carrier, trackingNumber });
	const matches = ordersByPrefix.get(toIdPrefix(line) ?? "") ?? [];
	const [order = null] = matches.length === 1 ? matches : [];
	const [result, detail = ""]: [ShipmentResult, string?] =
		line.problem !== null
			? ["invalid", line.problem]
			: order
				? getResult(order, tracking)
				: [matches.length > 1 ? "ambiguous" : "not_found"];
	const message = fillMessage<string>(shipmentResults[result], { detail });
	return { line, tracking, order, result, message };
}

/** If several lines name the same order, only the first is accepted. If they have different tracking numbers, none is. */
function rejectDuplicateLines(checkedLines: CheckedShipment[]): CheckedShipment[] {
	const linesByOrder = Map.groupBy(checkedLines, ({ order }) => order?.id);
	return checkedLines.map((line) => {
		const [first, ...laterLines] = (line.order && linesByOrder.get(line.order.id)) || [];
		const isContradictory = laterLines.some(
			({ tracking }) => first && !isSameTracking(first.tracking, tracking),
		);
		if (!first || laterLines.length === 0 || (line === first && !isContradictory)) return line;
		return { ...line, result: "twice", message: shipmentResults.twice };
	});
}

const isActionable = ({ result }: CheckedShipment) =>
	result === "ready" || result === "ready_to_track";

/** Rejects lines whose tracking number also belongs to a different parcel, either in another line or already shipped. */
function rejectUsedNumbers(
	checkedLines: CheckedShipment[],
	trackedOrders: TrackedOrder[],
): CheckedShipment[] {
	const ordersToShip = checkedLines
		.filter(isActionable)
		.flatMap(({ order, tracking }) => (order ? [{ ...order, ...tracking }] : []));
	const allOrders = [...trackedOrders, ...ordersToShip];
	return checkedLines.map((line) => {
		const { order, tracking } = line;
		if (!order || !isActionable(line)) return line;
		const numberOwner = allOrders.find(
			(other) => haveSameNumber(other, tracking) && areInDifferentParcels(other, order),
		);
		if (!numberOwner) return line;
		const message = fillMessage(errors.tracking_number_used.message, {
			order: orderNumber(numberOwner.id),
		});
		return { ...line, result: "number_used", message };
	});
}

/**
 * Checks each line without writing anything.
 * @throws ShopError 400 if there are no lines, or too many; 401 or 403
 */
export async function checkShipments(
	shop: ShopContext,
	lines: ShipmentLine[],
): Promise<CheckedShipment[]> {
	requireCapability(shop, "orders:ship");
	if (lines.length === 0) throw new ShopError("no_shipments");
	if (lines.length > shipmentLinesMax) {
		throw new ShopError("too_many_shipments", { max: shipmentLinesMax });
	}
	const { ordersByPrefix, trackedOrders } = await findMatchingOrders(shop, lines);
	const checkedLines = lines.map((line) => toCheckedShipment(line, ordersByPrefix));
	return rejectUsedNumbers(rejectDuplicateLines(checkedLines), trackedOrders);
}

/**
 * Ships orders and adds tracking numbers in one transaction.
 * @returns the ids of the orders that this call changed
 */
async function writeShipments(shop: ShopContext, lines: CheckedShipment[]): Promise<Set<string>> {
	const { db } = shop;
	const account = requireCapability(shop, "orders:ship");
	const at = new Date();
	const shipments = lines.filter(isActionable).flatMap(({ order, tracking }) => {
		const [trackingText, entryId] = [formatTracking(tracking), createId()];
		return order ? [{ id: order.id, ...tracking, trackingText, entryId }] : [];
	});
	if (shipments.length === 0) return new Set();
	const getField = (name: keyof (typeof shipments)[number]): SQL<string> =>
		sql`(json_each.value ->> ${sql.raw(`'${name}'`)})`;
	const shipmentRows = sql`json_each(${JSON.stringify(shipments)})`;
	const canShip = and(
		inArray(orders.state, statesAwaitingShipment),
		not(isOnHold),
		not(sql`(${matchesOpenCancellationRequest()})`),
	);
	const canAddTracking = and(
		isNotNull(orders.shippedAt),
		isNull(orders.cancelledAt),
		isNull(orders.trackingNumber),
		sql`${getField("trackingNumber")} is not null`,
	);
	const isOrder = sql`${orders.id} = ${getField("id")}`;
	const tracking = { carrier: getField("carrier"), trackingNumber: getField("trackingNumber") };
	const isNumberUnused = not(isTrackingNumberTaken(db, tracking));
	const entry = {
		id: getField("entryId"),
		userId: account.id,
		actor: account.email,
		action: sql`case when ${orders.shippedAt} is null then 'order-shipped' else 'order-tracked' end`,
		subjectId: orders.id,
		subject: orders.toolName,
		detail: sql`case when ${orders.shippedAt} is null
			then ${formatPiecesSql(piecesLeft)} || iif(${getField("trackingText")} = '', '', ', ' || ${getField("trackingText")})
			else 'none → ' || ${getField("trackingText")} end`,
	};
	/** Matches if this call has written the order's audit entry. Only then does it change the order. */
	const hasEntry = (action: "order-shipped" | "order-tracked") =>
		exists(
			db
				.select({ id: auditLog.id })
				.from(auditLog)
				.where(and(sql`${auditLog.id} = ${getField("entryId")}`, eq(auditLog.action, action))),
		);
	const entryIds = sql`(select ${getField("entryId")} from ${shipmentRows})`;
	const isOwnEntry = sql`${auditLog.id} in ${entryIds}`;
	const queueColumns = { nextTryAt: at, tries: 0, sentAt: null, failure: null };
	const written = await write(shop, {
		statements: [
			insertSelect(
				db,
				auditLog,
				entry,
				sql`${shipmentRows} join ${orders} on ${isOrder}`,
				and(or(canShip, canAddTracking), isNumberUnused),
			),
			db
				.update(orders)
				.set({ ...tracking, shippedAt: at })
				.from(shipmentRows)
				.where(and(isOrder, canShip, hasEntry("order-shipped"))),
			db
				.update(orders)
				.set(tracking)
				.from(shipmentRows)
				.where(and(isOrder, canAddTracking, hasEntry("order-tracked"))),
			insertSelect(
				db,
				orderEmails,
				{
					orderId: auditLog.subjectId,
					kind: sql`iif(${auditLog.action} = 'order-shipped', 'shipped', 'tracking')`,
					...queueColumns,
				},
				auditLog,
				isOwnEntry,
			).onConflictDoUpdate({ target: [orderEmails.orderId, orderEmails.kind], set: queueColumns }),
		],
		confirmWrite: db
			.select({
				orders: sql`json_group_array(${auditLog.subjectId})`.mapWith(parseTexts).as("orders"),
			})
			.from(auditLog)
			.where(isOwnEntry)
			.having(sql`count(*) > 0`),
	});
	if (written) shop.waitUntil(async () => void (await sweepOrderEmails(shop, at)));
	return new Set(written?.orders);
}

/**
 * Ships the orders of all lines that are ready, and adds tracking numbers to orders that shipped without one. Everything is written in one
 * transaction, and `sweepOrderEmails` sends the emails. Idempotent.
 * @throws ShopError as `checkShipments` does
 */
export async function shipMany(
	shop: ShopContext,
	lines: ShipmentLine[],
): Promise<CheckedShipment[]> {
	const checkedLines = await checkShipments(shop, lines);
	const changedIds = await writeShipments(shop, checkedLines);
	const hasLostRace = (line: CheckedShipment) =>
		isActionable(line) && line.order !== null && !changedIds.has(line.order.id);
	// Checks the lines again if another request changed some of these orders first.
	const current = checkedLines.some(hasLostRace) ? await checkShipments(shop, lines) : checkedLines;
	return current.map((line, index) => {
		const before = checkedLines[index];
		if (!before?.order || !isActionable(before) || !changedIds.has(before.order.id)) return line;
		const result = before.result === "ready" ? "shipped" : "tracked";
		return { ...before, result, message: shipmentResults[result] };
	});
}
