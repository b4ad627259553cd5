import type Stripe from "stripe";
import type { Env } from "#worker/env.ts";
import { callStripe } from "./stripe.ts";

const pageSize = 100;
/** Limits the total time, because the pages are requested one after the other. */
const maxPages = 30;

type Source = Extract<Stripe.BalanceTransaction["source"], object>;

/** Returns the object that moved the money, if it is a charge, a refund or a dispute. */
function readSource(source: Source | string | null) {
	if (!source || typeof source === "string") return null;
	if (source.object !== "charge" && source.object !== "refund" && source.object !== "dispute") {
		return null;
	}
	const { id, object: type, payment_intent: intent, metadata } = source;
	return {
		id,
		type,
		intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
		shopId: metadata?.shop ?? null,
	};
}

const toTransaction = (transaction: Stripe.BalanceTransaction) => ({
	id: transaction.id,
	amountCents: transaction.amount,
	feeCents: transaction.fee,
	currency: transaction.currency,
	category: transaction.reporting_category,
	createdAt: new Date(transaction.created * 1000),
	source: readSource(transaction.source),
});

export type BalanceTransaction = ReturnType<typeof toTransaction>;

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * Lists the balance transactions of the Stripe account in a period, newest first: at most 3,000.
 * @throws ShopError 503 if Stripe is not reachable, or the key may not read balance transactions
 */
export async function listBalanceTransactions(env: Env, from: Date, to: Date) {
	const transactions: BalanceTransaction[] = [];
	let last: string | undefined;
	for (let page = 0; page < maxPages; page += 1) {
		const params: Stripe.BalanceTransactionListParams = {
			created: { gte: toSeconds(from), lt: toSeconds(to) },
			limit: pageSize,
			expand: ["data.source"],
			...(last && { starting_after: last }),
		};
		const list = await callStripe(env, (stripe) => stripe.balanceTransactions.list(params));
		transactions.push(...list.data.map(toTransaction));
		last = list.data.at(-1)?.id;
		if (!list.has_more || !last) return { transactions, isTruncated: false };
	}
	return { transactions, isTruncated: true };
}
