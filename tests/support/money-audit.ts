import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Database } from "#worker/db/client.ts";
import { disputes, orders, payments, refunds, settings } from "#worker/db/schema.ts";
import { totalCents } from "#worker/shop/orders/read.ts";
import type { StripeLedger } from "./stripe.ts";

/** What became of the money of a payment. `waiting`: neither, and the admin is shown why. */
type Fate = "paidOnce" | "refunded" | "waiting" | "lost";

export type MoneyAudit = {
	/** The shop's own payments that have succeeded; others' are left alone. */
	payments: number;
	paidOnce: number;
	refunded: number;
	waiting: number;
	otherApps: number;
	/** By how much Stripe's books and the shop's differ: over all payments, what was charged, refunded and taken by disputes. */
	differenceCents: number;
	/** Each payment that is neither one paid order nor one full refund nor shown, and whatever else is wrong. */
	lost: string[];
};

type Intent = StripeLedger["intents"][number];

const sum = (amounts: { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0);

/** What Stripe's books say of one payment, in cents. */
function readStripe({ id, amount }: Intent, ledger: StripeLedger) {
	const back = ledger.refunds.filter((each) => each.payment_intent === id);
	const disputed = ledger.disputes.filter((each) => each.payment_intent === id);
	return {
		charged: amount,
		refunded: sum(back.filter(({ status }) => status === "succeeded")),
		taken: sum(disputed.filter(({ status }) => status === "lost")),
	};
}

async function readShop(db: Database) {
	const [paid, rows, taken, [shopId], known, heldShipped] = await db.batch([
		db.select().from(orders).where(isNotNull(orders.paidAt)),
		db.select().from(payments),
		db.select().from(disputes).where(eq(disputes.status, "lost")),
		db.select().from(settings).where(eq(settings.name, "shop_id")),
		db.select({ id: payments.id }).from(payments),
		db
			.select({ id: orders.id })
			.from(orders)
			.innerJoin(refunds, eq(refunds.paymentId, orders.transactionId))
			.where(and(eq(refunds.status, "succeeded"), lt(refunds.readAt, orders.shippedAt))),
	]);
	return { paid, rows, taken, shopId: shopId?.value, known, heldShipped };
}

/**
 * Compares Stripe's books with the shop's, cent by cent and payment by payment: every succeeded payment of the shop has ended in
 * exactly one paid order of its amount, or in one full refund, or it waits and an admin is shown why. Of others' payments the
 * shop knows nothing.
 */
export async function auditMoney(db: Database, ledger: StripeLedger): Promise<MoneyAudit> {
	const { paid, rows, taken, shopId, known, heldShipped } = await readShop(db);
	const knownIds = new Set(known.map(({ id }) => id));
	const isOwn = ({ id, metadata }: Intent) =>
		metadata.shop === undefined ? knownIds.has(id) : metadata.shop === shopId;
	const succeeded = ledger.intents.filter(({ status }) => status === "succeeded");
	const [own, otherApps] = [succeeded.filter(isOwn), succeeded.filter((one) => !isOwn(one))];

	function differenceOf(intent: Intent): number {
		const { charged, refunded, taken: lost } = readStripe(intent, ledger);
		const row = rows.find(({ id }) => id === intent.id);
		const lostHere = taken.filter(({ paymentId }) => paymentId === intent.id);
		return (
			Math.abs(charged - (row?.receivedCents ?? 0)) +
			Math.abs(refunded - (row?.refundedCents ?? 0)) +
			Math.abs(lost - lostHere.reduce((all, { amountCents }) => all + amountCents, 0))
		);
	}

	function fateOf(intent: Intent): Fate {
		const { id, amount, currency } = intent;
		const pays = paid.filter(({ transactionId }) => transactionId === id);
		const fits = pays.every((order) => totalCents(order) === amount && currency === "usd");
		if (pays.length > 0) return pays.length === 1 && fits ? "paidOnce" : "lost";
		const { refunded, taken: lost } = readStripe(intent, ledger);
		if (refunded + lost >= amount) return "refunded";
		return rows.some((row) => row.id === id && row.problem !== null) ? "waiting" : "lost";
	}

	const fates = own.map((intent) => ({ id: intent.id, fate: fateOf(intent) }));
	const idsOf = (fate: Fate) => fates.filter((each) => each.fate === fate).map(({ id }) => id);
	const charged = new Set(own.map(({ id }) => id));
	const unpaid = paid.filter(({ transactionId }) => !charged.has(transactionId ?? ""));
	const recorded = otherApps.filter(({ id }) => knownIds.has(id));
	return {
		payments: own.length,
		paidOnce: idsOf("paidOnce").length,
		refunded: idsOf("refunded").length,
		waiting: idsOf("waiting").length,
		otherApps: otherApps.length,
		differenceCents: own.reduce((all, intent) => all + differenceOf(intent), 0),
		lost: [
			...idsOf("lost"),
			...unpaid.map(({ id }) => `order ${id}, paid by nothing`),
			...recorded.map(({ id }) => `${id} of another app, recorded as our own`),
			...heldShipped.map(({ id }) => `order ${id}, shipped after its refund was known`),
		],
	};
}
