import { eq, isNotNull, sum } from "drizzle-orm";
import { dailySales, orderEmails, orders, refundRequests } from "#worker/db/schema.ts";
import { findOrder, getTotalCents } from "#worker/shop/orders/read.ts";
import { findOutdatedDerivedTables } from "../../scripts/backup/derived-tables.ts";
import { countPieces } from "../support/count-pieces.ts";
import { type Reconciliation, reconcilePayments } from "../support/reconcile-payments.ts";
import type { StripeLedger } from "../support/stripe.ts";
import { initialStock, type PaymentFixture } from "./payment-fixture.ts";

const sumAmounts = (amounts: { amount: number }[]) =>
	amounts.reduce((total, { amount }) => total + amount, 0);

/**
 * Checks that each requested refund was made exactly once at Stripe, or was rejected. A refund may be smaller than requested if a part was
 * refunded in the Dashboard in the meantime. The shortfall of a payment's refunds is at most the amount refunded in the Dashboard.
 */
export async function findRefundProblems(
	{ db }: Pick<PaymentFixture, "db">,
	ledger: StripeLedger,
): Promise<string[]> {
	const requests = await db.select().from(refundRequests);
	const getRefundsFor = (requestId: string) =>
		ledger.refunds.filter(({ metadata }) => metadata.request === requestId);
	const problems = requests.flatMap(({ id, status, amountCents }) => {
		const refunds = getRefundsFor(id);
		const isCorrect =
			status === "rejected"
				? refunds.length === 0
				: status !== "waiting" && refunds.length === 1 && sumAmounts(refunds) <= amountCents;
		return isCorrect
			? []
			: [
					`the ${status} request ${id} has ${refunds.length} refunds of ${sumAmounts(refunds)} cents in total`,
				];
	});
	const expectedRequests = requests.filter(
		({ status, rejection }) => status !== "rejected" || rejection === "refunded_in_stripe",
	);
	const byPayment = Map.groupBy(expectedRequests, ({ paymentId }) => paymentId);
	const shortfalls = [...byPayment].flatMap(([paymentId, paymentRequests]) => {
		const shortfallCents = paymentRequests.reduce(
			(sum, { id, amountCents }) => sum + amountCents - sumAmounts(getRefundsFor(id)),
			0,
		);
		const dashboardRefunds = ledger.refunds.filter(
			({ payment_intent, metadata }) => payment_intent === paymentId && !metadata.request,
		);
		return shortfallCents <= sumAmounts(dashboardRefunds)
			? []
			: [
					`the refunds of ${paymentId} are ${shortfallCents} cents short, but only ${sumAmounts(dashboardRefunds)} were refunded in the Dashboard`,
				];
	});
	return [...problems, ...shortfalls];
}

/**
 * Checks that the shop's sales are the totals of paid orders minus the refunds that have not failed. Refunds of unused shares
 * (worker/shop/payments/unused-shares.ts) do not reduce sales, because an unused share was never counted as a sale.
 */
async function findSalesProblems({ db, localShop }: PaymentFixture, ledger: StripeLedger) {
	const [paidOrders, requests, [sales], outdatedTables] = await Promise.all([
		db.select().from(orders).where(isNotNull(orders.transactionId)),
		db.select().from(refundRequests),
		db.select({ cents: sum(dailySales.revenueCents).mapWith(Number) }).from(dailySales),
		findOutdatedDerivedTables(localShop.d1),
	]);
	const unusedShareRequests = requests.filter(({ reason }) => reason === "unused");
	const unusedShareRequestIds = new Set(unusedShareRequests.map(({ id }) => id));
	const requestIds = new Set(requests.map(({ id }) => id));
	const getRefundedCents = (paymentId: string | null) => {
		const refunds = ledger.refunds.filter(
			({ payment_intent, status }) =>
				payment_intent === paymentId && !["failed", "canceled"].includes(status),
		);
		const getRequestId = ({ metadata }: (typeof refunds)[number]) => metadata.request ?? "";
		const refundedShareCents = sumAmounts(
			refunds.filter((refund) => unusedShareRequestIds.has(getRequestId(refund))),
		);
		const dashboardCents = sumAmounts(
			refunds.filter((refund) => !requestIds.has(getRequestId(refund))),
		);
		const requestedShareCents = unusedShareRequests
			.filter((request) => request.paymentId === paymentId)
			.reduce((total, { amountCents }) => total + amountCents, 0);
		const unrefundedShareCents = requestedShareCents - refundedShareCents;
		// Dashboard refunds count toward unused shares first.
		return (
			sumAmounts(refunds) - refundedShareCents - Math.min(dashboardCents, unrefundedShareCents)
		);
	};
	const soldCents = paidOrders.reduce((total, order) => total + getTotalCents(order), 0);
	const paymentIds = [...new Set(paidOrders.map(({ transactionId }) => transactionId))];
	const expected = paymentIds.reduce((cents, id) => cents - getRefundedCents(id), soldCents);
	const difference = (sales?.cents ?? 0) - expected;
	return [
		...(difference === 0 ? [] : [`the sales differ from Stripe's records by ${difference} cents`]),
		...outdatedTables.map((table) => `${table} is out of date`),
	];
}

/**
 * Checks the invariants of payments, stock, refunds, sales and receipts.
 * @returns the totals of the payments
 * @throws Error with the violated invariants
 */
export async function checkInvariants(fixture: PaymentFixture) {
	const shop = fixture.createContext(null);
	const ledger = await fixture.stripe.readLedger();
	const reconciliation = await reconcilePayments(shop.db, ledger);
	const counts = await Promise.all(fixture.productIds.map((id) => countPieces(shop, id)));
	const foundOrders = await Promise.all(fixture.orderIds.map((id) => findOrder(shop, id)));
	const paidOrders = foundOrders.filter((order) => order?.paidAt);
	const receipts = await shop.db.$count(orderEmails, eq(orderEmails.kind, "receipt"));
	const problems = [
		...reconciliation.lost.map((payment) => `${payment} is lost`),
		...(reconciliation.differenceCents === 0
			? []
			: [`Stripe and the shop differ by ${reconciliation.differenceCents} cents`]),
		...counts
			.filter(({ stock, ordered }) => stock + ordered !== initialStock)
			.map(({ stock, ordered }) => `stock ${stock} + ordered ${ordered} is not ${initialStock}`),
		...(await findRefundProblems(fixture, ledger)),
		...(await findSalesProblems(fixture, ledger)),
		...(foundOrders[0] || counts[0]?.ordered === 0 ? [] : ["pieces are reserved without an order"]),
		...(receipts === paidOrders.length ? [] : [`${receipts} receipts were sent`]),
	];
	if (problems.length > 0) throw new Error(problems.join("; "));
	return { ...reconciliation, refundRequests: await shop.db.$count(refundRequests) };
}

type PaymentTotals = Omit<Reconciliation, "lost"> & { refundRequests: number };
export type Sums = { interleavings: number } & PaymentTotals;

export const createSums = (): Sums => ({
	interleavings: 0,
	payments: 0,
	usedPayments: 0,
	refunded: 0,
	waiting: 0,
	otherApps: 0,
	refundRequests: 0,
	differenceCents: 0,
});

export function addTotals(sums: Sums, totals: PaymentTotals) {
	sums.interleavings++;
	sums.payments += totals.payments;
	sums.usedPayments += totals.usedPayments;
	sums.refunded += totals.refunded;
	sums.waiting += totals.waiting;
	sums.otherApps += totals.otherApps;
	sums.refundRequests += totals.refundRequests;
	sums.differenceCents += totals.differenceCents;
}
