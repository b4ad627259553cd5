import { and, eq, exists, notExists, or, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { adminRefundReasons, describeRejection } from "#contract/refunds.ts";
import type { RefundInput } from "#contract/schemas/refunds.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isRefundLimitViolation } from "#worker/db/failures.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orders, products, refundRequests } from "#worker/db/schema.ts";
import { requireRecentSignIn } from "../accounts/confirm-identity.ts";
import { createAuditEntry, findEntry } from "../audit.ts";
import { getProductTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { ShopContext } from "../context.ts";
import { piecesLeft } from "../orders/pieces-left.ts";
import { requireOrder } from "../orders/read.ts";
import { updateOrderState } from "../orders/transition.ts";
import { write } from "../write.ts";
import { remainingCents, restockablePieces, unrequestedRefundCents } from "./order-amounts.ts";
import {
	getRefundable,
	planRefund,
	type Refundable,
	type RefundPlan,
	selectBlockingDisputes,
} from "./plan-refund.ts";
import { getFirstTryAt, type RefundRequest, sendRefund } from "./send-refund.ts";
import { readPayment, settle } from "./settle.ts";

type Input = RefundInput & {
	idempotencyKey: string | null;
	/** The amount that the page showed. If it is absent, any amount is accepted. */
	shownCents?: number | undefined;
	/** Whether the page said that the refund cancels the order. If it is absent, either is accepted. */
	shownCancelsOrder?: boolean | undefined;
};

/** Matches the request with the id, or an earlier one with the same idempotency key. */
const matchesRequest = (orderId: string, id: string, key: string | null): SQL | undefined =>
	or(
		eq(refundRequests.id, id),
		key === null
			? undefined
			: and(eq(refundRequests.orderId, orderId), eq(refundRequests.idempotencyKey, key)),
	);

const describePlan = ({ amountCents, pieces, restocked, cancelsOrder }: RefundPlan, input: Input) =>
	[
		formatCents(amountCents),
		pieces > 0 && formatCount(pieces, "piece"),
		restocked > 0 && `${restocked} restocked`,
		cancelsOrder && "order canceled",
		adminRefundReasons[input.reason].toLowerCase(),
	]
		.filter(Boolean)
		.join(", ");

/** @returns the request; null if the order has changed since `refundable` was read */
async function writeRequest(
	shop: ShopContext,
	{ order, paymentId, ...refundable }: Refundable,
	plan: RefundPlan,
	input: Input,
) {
	const { db } = shop;
	const account = requireCapability(shop, "refunds:create");
	const [id, now] = [createId(), new Date()];
	const { amountCents, pieces, restocked, cancelsOrder } = plan;
	const sameRequests = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(matchesRequest(order.id, id, input.idempotencyKey));
	const isUnchanged = and(
		eq(orders.id, order.id),
		eq(orders.state, order.state),
		sql`${remainingCents} = ${refundable.remainingCents}`,
		sql`${piecesLeft} = ${refundable.piecesLeft}`,
		notExists(selectBlockingDisputes(db)),
		notExists(sameRequests),
	);
	const isUnchangedIncludingStock = and(
		isUnchanged,
		sql`${restockablePieces} = ${refundable.restockableCount}`,
	);
	const unchangedOrder = db.select({ id: orders.id }).from(orders).where(isUnchangedIncludingStock);
	const audit = createAuditEntry(account, {
		action: "order-refunded",
		where: isUnchangedIncludingStock,
		detail: sql`${describePlan(plan, input)}`,
	});
	const row = {
		id,
		orderId: order.id,
		paymentId,
		amountCents,
		unrequestedCentsAtCreation: unrequestedRefundCents,
		pieces,
		restocked,
		reason: input.reason,
		note: input.note ?? "",
		idempotencyKey: input.idempotencyKey,
		requestedBy: account.id,
		stripeKey: createId(),
		createdAt: now,
		nextTryAt: getFirstTryAt(now),
	};
	const stockUpdate = moveStock(
		db,
		{
			change: sql`min(${restocked}, ${quantityMax} - ${products.quantity})`,
			reason: "refund",
			orderId: order.id,
			userId: account.id,
		},
		and(eq(products.id, order.productId), exists(unchangedOrder)),
	);
	const newRequest = db
		.select({ id: refundRequests.id })
		.from(refundRequests)
		.where(eq(refundRequests.id, id));
	const cancellation = updateOrderState(db, "refund", order.id, {
		at: now,
		where: exists(newRequest),
	});
	return write(shop, {
		audit,
		statements: [
			...(restocked > 0 ? [stockUpdate] : []),
			insertSelect(db, refundRequests, row, orders, and(isUnchanged, exists(findEntry(db, audit)))),
			...(cancelsOrder ? [cancellation] : []),
		],
		confirmWrite: db
			.select()
			.from(refundRequests)
			.where(
				and(
					matchesRequest(order.id, id, input.idempotencyKey),
					or(sql`${refundRequests.id} <> ${id}`, exists(findEntry(db, audit))),
				),
			),
	}).catch((error: unknown) => {
		if (isRefundLimitViolation(error)) return null;
		throw error;
	});
}

/** Purges the pages of a product that was out of stock before the refund. */
async function purgeIfRestocked(
	shop: ShopContext,
	{ order }: Refundable,
	{ restocked }: RefundPlan,
) {
	if (restocked === 0) return;
	const product = await shop.db
		.select({ quantity: products.quantity, minimum: products.minimum })
		.from(products)
		.where(eq(products.id, order.productId))
		.get();
	if (!product) return;
	const { quantity, minimum } = product;
	if (isOutOfStock({ quantity: quantity - restocked, minimum })) {
		shop.purgeAfterResponse(getProductTags(order.productId));
	}
}

const findEarlierRequest = async ({ db }: ShopContext, orderId: string, key: string | null) =>
	key === null
		? undefined
		: db
				.select()
				.from(refundRequests)
				.where(matchesRequest(orderId, "", key))
				.get();

/**
 * Whether the request was made for this number of pieces. The stored number is higher if these pieces cost the whole remaining amount, because
 * `planRefund` then refunds all remaining pieces.
 */
const isForPieces = async (
	shop: ShopContext,
	{ orderId, ...request }: RefundRequest,
	pieces: number,
) =>
	pieces === request.pieces ||
	(pieces < request.pieces &&
		pieces * (await requireOrder(shop, orderId)).toolPriceCents === request.amountCents);

/** A request restocks nothing if it is for an amount, or if no pieces were left to restock. */
const isForRestocking = async (
	shop: ShopContext,
	{ orderId, pieces, restocked }: RefundRequest,
	restock: boolean,
) =>
	restock === restocked > 0 ||
	(restock && (pieces === 0 || (await getRefundable(shop, orderId)).restockableCount <= 0));

/**
 * Rejects a key that was reused with different input. `pieces` and `amountCents` are compared only if the input has them: the input
 * of a full refund has neither.
 * @throws ShopError 409 if the input differs
 */
async function requireSameInput(
	shop: ShopContext,
	request: RefundRequest,
	{ amountCents, pieces, ...input }: Input,
): Promise<void> {
	const isSame =
		request.reason === input.reason &&
		request.note === (input.note ?? "") &&
		(await isForRestocking(shop, request, input.restock)) &&
		(pieces === undefined || (await isForPieces(shop, request, pieces))) &&
		(amountCents === undefined || amountCents === request.amountCents);
	if (!isSame) throw new ShopError("idempotency_key_reused");
}

/**
 * Reads the payment from Stripe first, so that its refunds and disputes are known.
 * @returns the new request, or the earlier one with the same idempotency key
 */
async function requestRefund(
	shop: ShopContext,
	orderId: string,
	input: Input,
): Promise<RefundRequest> {
	const { paymentId } = await getRefundable(shop, orderId);
	const settlement = await settle(shop, await readPayment(shop, paymentId));
	if (settlement === "unknown" || settlement === "foreign") {
		throw new ShopError("refund_rejected", { reason: describeRejection("resource_missing") });
	}
	const refundable = await getRefundable(shop, orderId);
	const plan = planRefund(refundable, input);
	const { shownCents = plan.amountCents, shownCancelsOrder = plan.cancelsOrder } = input;
	if (shownCents !== plan.amountCents || shownCancelsOrder !== plan.cancelsOrder)
		throw new ShopError("refund_order_changed");
	const request = await writeRequest(shop, refundable, plan, input);
	if (!request) throw new ShopError("refund_order_changed");
	await purgeIfRestocked(shop, refundable, plan);
	return request;
}

/**
 * Refunds an order's payment, or part of it. The refund request is stored before it is sent to Stripe. The same transaction restocks pieces,
 * and cancels an order that has not shipped if its whole remaining amount is refunded. The sweep completes the request if the Worker dies
 * (docs/decisions/refunds.md). Requests with the same idempotency key create one refund.
 * @returns the request; `waiting` if Stripe has not responded
 * @throws ShopError 400 if the input exceeds the remaining amount or pieces; 401, 403 or 404; 409 if the order is unpaid, disputed, refunded or
 * has changed, or Stripe rejects the refund; 503 if Stripe is unavailable, in which case nothing was written
 */
export async function refundOrder(
	shop: ShopContext,
	orderId: string,
	input: Input,
): Promise<RefundRequest> {
	requireCapability(shop, "refunds:create");
	requireRecentSignIn(shop, "refund");
	const earlierRequest = await findEarlierRequest(shop, orderId, input.idempotencyKey);
	const request = earlierRequest ?? (await requestRefund(shop, orderId, input));
	await requireSameInput(shop, request, input);
	return sendRefund(shop, request);
}
