import { and, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { normalizeTracking, type Tracking, trackingText } from "#contract/carriers.ts";
import { errors, fillMessage, ShopError } from "#contract/errors.ts";
import { orderFilterLabels, orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import {
	type ShipmentResult,
	shipmentLinesMax,
	shipmentResults,
} from "#contract/shipment-results.ts";
import { orderNumber } from "#contract/shop.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import { auditLog, orderEmails, orders, payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { sweepOrderEmails } from "../emails/send-order-emails.ts";
import { write } from "../write.ts";
import { hasOpenCancellationRequest, matchesOpenCancellationRequest } from "./cancellation.ts";
import {
	areDifferentParcels,
	haveSameNumber,
	isTrackingNumberTaken,
	type Parcel,
	selectParcels,
} from "./parcels.ts";
import { piecesLeft } from "./pieces-left.ts";
import { hasNoHold } from "./ship.ts";
import type { ShipmentLine } from "./shipment-lines.ts";

export type CheckedShipment = {
	line: ShipmentLine;
	tracking: Tracking;
	order: FoundOrder | null;
	result: ShipmentResult;
	message: string;
};

/**
 * Returns an order id, or the prefix of it that people see as the order number (contract/shop.ts, `orderNumber`); null if it is neither.
 */
const idPrefixOf = ({ order }: ShipmentLine): string | null => {
	const key = order.replace(/\s|^\s*#/g, "").toLowerCase();
	return /^[0-9a-z]{12,64}$/.test(key) ? key : null;
};

async function findOrders({ db }: Shop, lines: ShipmentLine[]) {
	const keys = JSON.stringify([...new Set(lines.flatMap((line) => idPrefixOf(line) ?? []))]);
	const numbers = new Set(lines.map(({ trackingNumber }) => trackingNumber).filter(Boolean));
	const end = "\u{10ffff}";
	const select = [
		db
			.select({
				key: sql<string>`json_each.value`.as("key"),
				id: orders.id,
				state: orders.state,
				toolName: orders.toolName,
				quantity: orders.quantity,
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
			.from(sql`json_each(${keys})`)
			.innerJoin(
				orders,
				sql`${orders.id} >= json_each.value and ${orders.id} < json_each.value || ${end}`,
			)
			.leftJoin(payments, eq(payments.id, orders.transactionId)),
		selectParcels(db, [...numbers]),
	] as const;
	const [rows, parcels] = await retry(() => db.batch(select));
	return { byKey: Map.groupBy(rows, ({ key }) => key), parcels };
}

type FoundOrders = Awaited<ReturnType<typeof findOrders>>["byKey"];
type FoundOrder = NonNullable<ReturnType<FoundOrders["get"]>>[number];

const isSameTracking = (a: Tracking, b: Tracking) =>
	a.carrier === b.carrier && a.trackingNumber === b.trackingNumber;

function resultOf(order: FoundOrder, tracking: Tracking): [ShipmentResult, detail?: string] {
	if (order.state === "cancelled") return ["not_ready", orderStates.cancelled.label];
	if (order.isShipped) {
		if (isSameTracking(order, tracking) || !tracking.trackingNumber) return ["unchanged"];
		return order.trackingNumber ? ["other_number", trackingText(order)] : ["ready_to_track"];
	}
	if (order.state !== "paid") return ["not_ready", orderStates[order.state].label];
	if (hasOpenCancellationRequest(order)) return ["not_ready", orderFilterLabels.asks_to_cancel];
	return order.hold ? ["not_ready", paymentHolds[order.hold].label] : ["ready"];
}

function toCheckedShipment(line: ShipmentLine, found: FoundOrders): CheckedShipment {
	const { carrier, trackingNumber } = line;
	const tracking = normalizeTracking({ carrier, trackingNumber });
	const matches = found.get(idPrefixOf(line) ?? "") ?? [];
	const [order = null] = matches.length === 1 ? matches : [];
	const [result, detail = ""]: [ShipmentResult, string?] =
		line.problem !== null
			? ["invalid", line.problem]
			: order
				? resultOf(order, tracking)
				: [matches.length > 1 ? "ambiguous" : "not_found"];
	const message = fillMessage<string>(shipmentResults[result].text, { detail });
	return { line, tracking, order, result, message };
}

/** If several lines are about the same order, only the first counts. If they differ, none counts. */
function rejectRepeatedOrders(checked: CheckedShipment[]): CheckedShipment[] {
	const byOrder = Map.groupBy(checked, ({ order }) => order?.id);
	return checked.map((line) => {
		const [first, ...others] = (line.order && byOrder.get(line.order.id)) || [];
		const isContradicted = others.some(
			(other) => first && !isSameTracking(first.tracking, other.tracking),
		);
		if (!first || others.length === 0 || (line === first && !isContradicted)) return line;
		return { ...line, result: "twice", message: shipmentResults.twice.text };
	});
}

const canChange = ({ result }: CheckedShipment) =>
	result === "ready" || result === "ready_to_track";

/** Rejects all lines that give the same number to different customers. @param parcels already shipped */
function rejectOtherParcels(checked: CheckedShipment[], parcels: Parcel[]): CheckedShipment[] {
	const inList = checked.flatMap(({ order, tracking, ...line }) =>
		order && canChange({ order, tracking, ...line }) ? [{ ...order, ...tracking }] : [],
	);
	const all = [...parcels, ...inList];
	return checked.map((line) => {
		const { order, tracking } = line;
		if (!order || !canChange(line)) return line;
		const other = all.find(
			(parcel) => haveSameNumber(parcel, tracking) && areDifferentParcels(parcel, order),
		);
		if (!other) return line;
		const message = fillMessage(errors.tracking_number_used.message, {
			order: orderNumber(other.id),
		});
		return { ...line, result: "number_used", message };
	});
}

/** @throws ShopError 401, 403, 400 if there are no lines, or too many */
export async function checkShipments(
	shop: Shop,
	lines: ShipmentLine[],
): Promise<CheckedShipment[]> {
	requireCapability(shop, "orders:ship");
	if (lines.length === 0) throw new ShopError("no_shipments");
	if (lines.length > shipmentLinesMax) {
		throw new ShopError("too_many_shipments", { max: shipmentLinesMax });
	}
	const { byKey, parcels } = await findOrders(shop, lines);
	const checked = lines.map((line) => toCheckedShipment(line, byKey));
	return rejectOtherParcels(rejectRepeatedOrders(checked), parcels);
}

/** Ships orders and adds tracking numbers in one transaction. @returns the ids of the orders that this call changed */
async function writeShipments(shop: Shop, checked: CheckedShipment[]): Promise<Set<string>> {
	const { db } = shop;
	const account = requireCapability(shop, "orders:ship");
	const at = new Date();
	const items = checked
		.filter(canChange)
		.flatMap(({ order, tracking }) =>
			order
				? [{ order: order.id, ...tracking, text: trackingText(tracking), entry: createId() }]
				: [],
		);
	if (items.length === 0) return new Set();
	const value = (name: keyof (typeof items)[number]): SQL<string> =>
		sql`(json_each.value ->> ${sql.raw(`'${name}'`)})`;
	const list = sql`json_each(${JSON.stringify(items)})`;
	const canShip = and(
		eq(orders.state, "paid"),
		hasNoHold(shop),
		not(sql`(${matchesOpenCancellationRequest()})`),
	);
	const canAddTracking = and(
		isNotNull(orders.shippedAt),
		isNull(orders.cancelledAt),
		isNull(orders.trackingNumber),
		sql`${value("trackingNumber")} is not null`,
	);
	const isOrder = sql`${orders.id} = ${value("order")}`;
	const tracking = { carrier: value("carrier"), trackingNumber: value("trackingNumber") };
	const isFree = not(isTrackingNumberTaken(db, tracking));
	const entry = {
		id: value("entry"),
		userId: account.id,
		actor: account.email,
		action: sql`case when ${orders.shippedAt} is null then 'order-shipped' else 'order-tracked' end`,
		subjectId: orders.id,
		subject: orders.toolName,
		detail: sql`case when ${orders.shippedAt} is null
			then (${piecesLeft}) || ' pieces' || iif(${value("text")} = '', '', ', ' || ${value("text")})
			else 'none → ' || ${value("text")} end`,
	};
	/** Matches the entries that this call has written. Each belongs to an order that it may change. */
	const isEntryOf = (action: "order-shipped" | "order-tracked") =>
		exists(
			db
				.select({ id: auditLog.id })
				.from(auditLog)
				.where(and(sql`${auditLog.id} = ${value("entry")}`, eq(auditLog.action, action))),
		);
	const ids = sql`(select ${value("entry")} from ${list})`;
	const isWritten = sql`${auditLog.id} in ${ids}`;
	const queuedNow = { nextTryAt: at, tries: 0, sentAt: null, failure: null };
	const written = await write(shop, {
		statements: [
			insertFrom(
				db,
				auditLog,
				entry,
				sql`${list} join ${orders} on ${isOrder}`,
				and(or(canShip, canAddTracking), isFree),
			),
			db
				.update(orders)
				.set({ ...tracking, shippedAt: at })
				.from(list)
				.where(and(isOrder, canShip, isEntryOf("order-shipped"))),
			db
				.update(orders)
				.set(tracking)
				.from(list)
				.where(and(isOrder, canAddTracking, isEntryOf("order-tracked"))),
			insertFrom(
				db,
				orderEmails,
				{
					orderId: auditLog.subjectId,
					kind: sql`iif(${auditLog.action} = 'order-shipped', 'shipped', 'tracking')`,
					...queuedNow,
				},
				auditLog,
				isWritten,
			).onConflictDoUpdate({ target: [orderEmails.orderId, orderEmails.kind], set: queuedNow }),
		],
		findWritten: db
			.select({
				orders: sql<string>`json_group_array(${auditLog.subjectId})`
					.mapWith((json: string): string[] => JSON.parse(json))
					.as("orders"),
			})
			.from(auditLog)
			.where(isWritten)
			.having(sql`count(*) > 0`),
	});
	if (written) shop.waitUntil(async () => void (await sweepOrderEmails(shop, at)));
	return new Set(written?.orders);
}

/**
 * Ships the orders on all lines that are ready, each with its tracking number, and adds the number to orders that were shipped without one.
 * Everything is written in one transaction; `sweepOrderEmails` sends the emails. Idempotent.
 * @throws ShopError as `checkShipments` does
 */
export async function shipMany(shop: Shop, lines: ShipmentLine[]): Promise<CheckedShipment[]> {
	const checked = await checkShipments(shop, lines);
	const changed = await writeShipments(shop, checked);
	const hasLostRace = ({ order, result }: CheckedShipment) =>
		result.startsWith("ready") && order !== null && !changed.has(order.id);
	// Another request changed some of these orders first.
	const current = checked.some(hasLostRace) ? await checkShipments(shop, lines) : checked;
	return current.map((line, index) => {
		const before = checked[index];
		if (!before?.order || !before.result.startsWith("ready") || !changed.has(before.order.id)) {
			return line;
		}
		const result = before.result === "ready" ? "shipped" : "tracked";
		return { ...before, result, message: shipmentResults[result].text };
	});
}
