import { eq, isNotNull, sum } from "drizzle-orm";
import { dailySales, orderEmails, orders, refundRequests } from "#worker/db/schema.ts";
import { findOrder, getTotalCents as orderCents } from "#worker/shop/orders/read.ts";
import { findOutdatedDerivedTables } from "../../scripts/backup/derived-tables.ts";
import { countPieces } from "../support/count-pieces.ts";
import { type Reconciliation, reconcilePayments } from "../support/reconcile-payments.ts";
import type { StripeLedger } from "../support/stripe.ts";
import { initialStock, type PaymentFixture } from "./payment-fixture.ts";

const computeTotal = (amounts: { amount: number }[]) =>
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
		const made = getRefundsFor(id);
		const isCorrect =
			status === "rejected"
				? made.length === 0
				: status !== "waiting" && made.length === 1 && computeTotal(made) <= amountCents;
		return isCorrect ? [] : [`the ${status} refund ${id} was made ${made.length} times`];
	});
	const replaceableRequests = requests.filter(
		({ status, rejection }) => status !== "rejected" || rejection === "refunded_in_stripe",
	);
	const byPayment = Map.groupBy(replaceableRequests, ({ paymentId }) => paymentId);
	const missing = [...byPayment].flatMap(([paymentId, paymentRequests]) => {
		const missingCents = paymentRequests.reduce(
			(sum, { id, amountCents }) => sum + amountCents - computeTotal(getRefundsFor(id)),
			0,
		);
		const dashboardRefunds = ledger.refunds.filter(
			({ payment_intent, metadata }) => payment_intent === paymentId && !metadata.request,
		);
		return missingCents <= computeTotal(dashboardRefunds)
			? []
			: [
					`the refunds of ${paymentId} are ${missingCents} cents short, but only ${computeTotal(dashboardRefunds)} were refunded in the Dashboard`,
				];
	});
	return [...problems, ...missing];
}

/**
 * Checks that the shop's sales are the totals of paid orders, less the refunds that have not failed. Refunds for orders that the payment did not
 * pay are not subtracted, because those orders were never counted as sales, even if the refund was made in Stripe's Dashboard.
 */
async function findSalesDifference({ db, localShop }: PaymentFixture, ledger: StripeLedger) {
	const [paid, requests, [sales], outdatedTables] = await Promise.all([
		db.select().from(orders).where(isNotNull(orders.transactionId)),
		db.select().from(refundRequests),
		db.select({ cents: sum(dailySales.revenueCents).mapWith(Number) }).from(dailySales),
		findOutdatedDerivedTables(localShop.d1),
	]);
	const unused = requests.filter(({ reason }) => reason === "unused");
	const unusedIds = new Set(unused.map(({ id }) => id));
	const requestIds = new Set(requests.map(({ id }) => id));
	const getRefunded = (payment: string | null) => {
		const made = ledger.refunds.filter(
			({ payment_intent, status }) =>
				payment_intent === payment && !["failed", "canceled"].includes(status),
		);
		const getId = ({ metadata }: (typeof made)[number]) => metadata.request ?? "";
		const sentCents = computeTotal(made.filter((refund) => unusedIds.has(getId(refund))));
		const dashboardCents = computeTotal(made.filter((refund) => !requestIds.has(getId(refund))));
		const unsentCents = unused
			.filter(({ paymentId }) => paymentId === payment)
			.reduce((total, { amountCents }) => total + amountCents, -sentCents);
		return computeTotal(made) - sentCents - Math.min(dashboardCents, unsentCents);
	};
	const soldCents = paid.reduce((total, order) => total + orderCents(order), 0);
	const payments = [...new Set(paid.map(({ transactionId }) => transactionId))];
	const expected = payments.reduce((cents, payment) => cents - getRefunded(payment), soldCents);
	const difference = (sales?.cents ?? 0) - expected;
	return [
		...(difference === 0 ? [] : [`the sales differ from Stripe's records by ${difference} cents`]),
		...outdatedTables.map((table) => `${table} differs from its recount`),
	];
}

/**
 * @returns the totals of the payments
 * @throws Error with the violated invariants
 */
export async function checkInvariants(fixture: PaymentFixture) {
	const shop = fixture.createContext(null);
	const ledger = await fixture.stripe.readLedger();
	const money = await reconcilePayments(shop.db, ledger);
	const counts = await Promise.all(fixture.productIds.map((id) => countPieces(shop, id)));
	const foundOrders = await Promise.all(fixture.orderIds.map((id) => findOrder(shop, id)));
	const paid = foundOrders.filter((order) => order?.paidAt);
	const receipts = await shop.db.$count(orderEmails, eq(orderEmails.kind, "receipt"));
	const problems = [
		...money.lost.map((payment) => `${payment} is lost`),
		...(money.differenceCents === 0
			? []
			: [`Stripe and the shop differ by ${money.differenceCents} cents`]),
		...counts
			.filter(({ stock, ordered }) => stock + ordered !== initialStock)
			.map(({ stock, ordered }) => `stock ${stock} + ordered ${ordered} is not ${initialStock}`),
		...(await findRefundProblems(fixture, ledger)),
		...(await findSalesDifference(fixture, ledger)),
		...(foundOrders[0] || counts[0]?.ordered === 0 ? [] : ["pieces are reserved without an order"]),
		...(receipts === paid.length ? [] : [`${receipts} receipts were sent`]),
	];
	if (problems.length > 0) throw new Error(problems.join("; "));
	return { ...money, refundsByAdmins: await shop.db.$count(refundRequests) };
}

type Outcome = Omit<Reconciliation, "lost"> & { refundsByAdmins: number };
export type Sums = { interleavings: number } & Outcome;

export const createSums = (): Sums => ({
	interleavings: 0,
	payments: 0,
	paidOnce: 0,
	refunded: 0,
	waiting: 0,
	otherApps: 0,
	refundsByAdmins: 0,
	differenceCents: 0,
});

export function addTo(sums: Sums, money: Outcome) {
	sums.interleavings++;
	sums.payments += money.payments;
	sums.paidOnce += money.paidOnce;
	sums.refunded += money.refunded;
	sums.waiting += money.waiting;
	sums.otherApps += money.otherApps;
	sums.refundsByAdmins += money.refundsByAdmins;
	sums.differenceCents += money.differenceCents;
}
