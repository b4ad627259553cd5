import { and, eq, getTableColumns, gte, inArray, lt, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { disputes, orders, payments, refundRequests, refunds } from "#worker/db/schema.ts";
import { type BalanceTransaction, listBalanceTransactions } from "#worker/services/balance.ts";
import type { ShopContext } from "../context.ts";
import { requireShopId, selectShopId } from "./payment-rows.ts";
import { otherOrderCount } from "./read.ts";
import { failedRefundStatuses } from "./stripe-statuses.ts";

/** `from` is inclusive, `to` exclusive. */
type Period = { from: Date; to: Date };

/** Stripe and the shop may date the same payment minutes apart, and a pending refund days apart. */
const marginMs = 7 * 24 * 60 * 60 * 1000;

const kindByCategory = new Map([
	["charge", "Payment"],
	["refund", "Refund"],
	["refund_failure", "Returned refund"],
	["dispute", "Dispute"],
	["dispute_reversal", "Dispute won"],
]);
const ledgerKinds = [...kindByCategory.values()];

/** `stripeCents`: the change to the Stripe balance, before the fee. `booksCents`: the change that the shop has recorded. */
export type LedgerEntry = {
	id: string;
	at: Date;
	kind: string;
	/** The first order of a payment, or the order for which a refund was requested. */
	orderId: string | null;
	/** How many other orders a payment was for. */
	otherOrderCount: number;
	/** Stripe's id of the payment, refund or dispute. */
	reference: string;
	stripeCents: number;
	feeCents: number;
	booksCents: number;
};

/** D1 accepts a hundred parameters per statement. */
const chunkSize = 90;

async function readInChunks<Row>(ids: string[], read: (ids: string[]) => PromiseLike<Row[]>) {
	const rows: Row[] = [];
	for (let start = 0; start < ids.length; start += chunkSize) {
		rows.push(...(await read(ids.slice(start, start + chunkSize))));
	}
	return rows;
}

/** Reads the rows of the payments, refunds and disputes that the transactions are about. */
async function readBooks({ db }: ShopContext, transactions: BalanceTransaction[]) {
	const getSourceIds = (type: "refund" | "dispute") => [
		...new Set(transactions.flatMap(({ source }) => (source?.type === type ? [source.id] : []))),
	];
	const intentIds = [...new Set(transactions.flatMap(({ source }) => source?.intentId ?? []))];
	const [paymentRows, refundRows, disputeRows] = await Promise.all([
		readInChunks(intentIds, (ids) =>
			db
				.select({
					...getTableColumns(payments),
					otherOrderCount: otherOrderCount.as("other_orders"),
				})
				.from(payments)
				.where(inArray(payments.id, ids)),
		),
		readInChunks(getSourceIds("refund"), (ids) =>
			db
				.select({ ...getTableColumns(refunds), orderId: refundRequests.orderId })
				.from(refunds)
				.leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
				.where(inArray(refunds.id, ids)),
		),
		readInChunks(getSourceIds("dispute"), (ids) =>
			db.select().from(disputes).where(inArray(disputes.id, ids)),
		),
	]);
	const mapById = <Row extends { id: string }>(rows: Row[]) =>
		new Map(rows.map((row) => [row.id, row]));
	return {
		payments: mapById(paymentRows),
		refunds: mapById(refundRows),
		disputes: mapById(disputeRows),
	};
}

type Books = Awaited<ReturnType<typeof readBooks>>;

/** Returns Stripe's id of the payment, refund or dispute that a transaction is about. */
const getReference = ({ category, source }: BalanceTransaction): string =>
	(category === "charge" ? source?.intentId : source?.id) ?? "";

/** Returns the amount that the shop has stored for a transaction, in cents. */
function getBooksCents({ category, source }: BalanceTransaction, books: Books): number {
	if (!source) return 0;
	const refund = books.refunds.get(source.id);
	const dispute = books.disputes.get(source.id);
	const centsByCategory: Record<string, number | undefined> = {
		charge: books.payments.get(source.intentId ?? "")?.receivedCents,
		refund: refund && -refund.amountCents,
		refund_failure: refund && failedRefundStatuses.includes(refund.status) ? refund.amountCents : 0,
		dispute: dispute && -dispute.amountCents,
		dispute_reversal: dispute?.status === "won" ? dispute.amountCents : 0,
	};
	return centsByCategory[category] ?? 0;
}

/** Reads the shop's payments and refunds in the period. Stripe's payouts and general fees are not recorded in the shop. */
async function readRecordsInPeriod({ db }: ShopContext, { from, to }: Period) {
	const [paymentRows, refundRows] = await retryBatch(db, [
		db
			.select({
				reference: payments.id,
				orderId: payments.orderId,
				otherOrderCount: otherOrderCount.as("other_orders"),
				at: orders.paidAt,
				cents: payments.receivedCents,
			})
			.from(orders)
			.innerJoin(payments, eq(payments.id, orders.transactionId))
			.where(and(gte(orders.paidAt, from), lt(orders.paidAt, to))),
		db
			.select({
				reference: refunds.id,
				orderId: sql<string>`coalesce(${refundRequests.orderId}, ${payments.orderId})`.as(
					"order_id",
				),
				at: refunds.createdAt,
				cents: refunds.amountCents,
			})
			.from(refunds)
			.innerJoin(payments, eq(payments.id, refunds.paymentId))
			.leftJoin(refundRequests, eq(refundRequests.id, refunds.requestId))
			.where(
				and(
					gte(refunds.createdAt, from),
					lt(refunds.createdAt, to),
					eq(refunds.status, "succeeded"),
				),
			),
	]);
	// A payment for several orders has several rows, all with the same time.
	const uniquePayments = new Map(paymentRows.map((row) => [row.reference, row]));
	return [
		...[...uniquePayments.values()].map((row) => ({ ...row, kind: "Payment" })),
		...refundRows.map(({ cents, ...row }) => ({
			...row,
			otherOrderCount: 0,
			cents: -cents,
			kind: "Refund",
		})),
	];
}

/** @returns the totals of each kind of entry, and of all entries */
export function sumLedger(entries: LedgerEntry[]) {
	const sumRows = (kind: string, rows: LedgerEntry[]) => {
		const sumColumn = (column: "stripeCents" | "feeCents" | "booksCents") =>
			rows.reduce((sum, row) => sum + row[column], 0);
		return {
			kind,
			count: rows.length,
			stripeCents: sumColumn("stripeCents"),
			feeCents: sumColumn("feeCents"),
			booksCents: sumColumn("booksCents"),
		};
	};
	return [
		...ledgerKinds.map((kind) =>
			sumRows(
				kind,
				entries.filter((entry) => entry.kind === kind),
			),
		),
		sumRows("Total", entries),
	];
}

/**
 * Compares the shop's books with Stripe's balance transactions of a period, one by one. Transactions of other apps on the Stripe account are
 * excluded.
 * @returns the entries, newest first; `isTruncated`: whether Stripe has more transactions than were read
 * @throws ShopError 401 or 403; 503 if Stripe is unavailable, or the API key is not allowed to read balance transactions
 */
export async function getLedger(shop: ShopContext, period: Period) {
	requireCapability(shop, "payments:read");
	const from = new Date(period.from.getTime() - marginMs);
	const to = new Date(period.to.getTime() + marginMs);
	const [{ transactions, isTruncated }, recordsInPeriod, shopIds] = await Promise.all([
		listBalanceTransactions(shop.env, from, to),
		readRecordsInPeriod(shop, period),
		selectShopId(shop),
	]);
	const shopId = requireShopId(shopIds);
	const books = await readBooks(shop, transactions);
	const ownTransactions = transactions.filter(
		({ source, category }) =>
			source !== null &&
			kindByCategory.has(category) &&
			(source.shopId === shopId || books.payments.has(source.intentId ?? "")),
	);
	const isInPeriod = ({ createdAt }: BalanceTransaction) =>
		createdAt >= period.from && createdAt < period.to;
	const stripeReferences = new Set(ownTransactions.map(getReference));
	const entries: LedgerEntry[] = [
		...ownTransactions.filter(isInPeriod).map((transaction) => {
			const { id, createdAt, category, source, amountCents, feeCents } = transaction;
			const payment = books.payments.get(source?.intentId ?? "");
			return {
				id,
				at: createdAt,
				kind: kindByCategory.get(category) ?? category,
				orderId: books.refunds.get(source?.id ?? "")?.orderId ?? payment?.orderId ?? null,
				otherOrderCount: category === "charge" ? (payment?.otherOrderCount ?? 0) : 0,
				reference: getReference(transaction),
				stripeCents: amountCents,
				feeCents,
				booksCents: getBooksCents(transaction, books),
			};
		}),
		...recordsInPeriod
			.filter(({ reference }) => !isTruncated && !stripeReferences.has(reference))
			.map(({ reference, orderId, otherOrderCount, at, cents, kind }) => ({
				id: reference,
				at: at ?? period.from,
				kind,
				orderId,
				otherOrderCount,
				reference,
				stripeCents: 0,
				feeCents: 0,
				booksCents: cents,
			})),
	].sort((a, b) => b.at.getTime() - a.at.getTime());
	return { entries, isTruncated };
}

/**
 * Like `getLedger`, but fails if entries are missing, because nobody would notice that in an export.
 * @throws ShopError any error of `getLedger`; 400 if Stripe has more transactions than are read
 */
export async function getCompleteLedger(shop: ShopContext, period: Period): Promise<LedgerEntry[]> {
	const { entries, isTruncated } = await getLedger(shop, period);
	if (isTruncated) throw new ShopError("period_too_long");
	return entries;
}
