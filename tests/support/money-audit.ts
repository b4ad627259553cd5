import { isNotNull } from "drizzle-orm";
import type { Database } from "#worker/db/client.ts";
import { orders } from "#worker/db/schema.ts";
import { totalCents } from "#worker/shop/orders/read.ts";
import type { StripeLedger } from "./stripe.ts";

/** `lost` names each payment that is neither one paid order nor one full refund, and each order paid by nothing. */
export type MoneyAudit = { payments: number; paidOnce: number; refunded: number; lost: string[] };

type Intent = StripeLedger["intents"][number];

/**
 * Compares Stripe's books with the shop's: every succeeded payment has ended in exactly one paid order of its amount,
 * or in one full refund, and never in both.
 */
export async function auditMoney(db: Database, ledger: StripeLedger): Promise<MoneyAudit> {
	const paid = await db.select().from(orders).where(isNotNull(orders.paidAt));
	const succeeded = ledger.intents.filter(({ status }) => status === "succeeded");

	function fateOf({ id, amount, currency }: Intent): "paid" | "refunded" | "lost" {
		const own = paid.filter(({ transactionId }) => transactionId === id);
		const refunds = ledger.refunds.filter(({ payment_intent: intent }) => intent === id);
		const fits = own.every((order) => totalCents(order) === amount && currency === "usd");
		if (own.length === 1 && fits && refunds.length === 0) return "paid";
		const back = refunds.length === 1 && refunds[0]?.amount === amount;
		return back && own.length === 0 ? "refunded" : "lost";
	}

	const fates = succeeded.map((intent) => ({ id: intent.id, fate: fateOf(intent) }));
	const idsOf = (fate: string) => fates.filter((each) => each.fate === fate).map(({ id }) => id);
	const charged = new Set(succeeded.map(({ id }) => id));
	const unpaid = paid.filter(({ transactionId }) => !charged.has(transactionId ?? ""));
	return {
		payments: succeeded.length,
		paidOnce: idsOf("paid").length,
		refunded: idsOf("refunded").length,
		lost: [...idsOf("lost"), ...unpaid.map(({ id }) => id)],
	};
}
