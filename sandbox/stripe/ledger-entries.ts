import type { SandboxContext } from "../env.ts";
import { unixNow } from "./clock.ts";
import { makeId } from "./ids.ts";
import { type BalanceTransaction, balanceTransactions } from "./objects.ts";

/** Cents that Stripe keeps when a dispute is opened, whatever its end. */
const disputeFee = 1500;

type Entry = Pick<BalanceTransaction, "amount" | "currency" | "source"> & {
	description: string | null;
};

function book(
	context: SandboxContext,
	type: BalanceTransaction["type"],
	entry: Entry,
	more: Partial<Pick<BalanceTransaction, "fee" | "fee_description" | "reporting_category">> = {},
): string {
	const id = makeId("txn");
	context.store.put(
		balanceTransactions,
		id,
		{
			id,
			type,
			created: unixNow(context),
			fee: 0,
			fee_description: "",
			reporting_category: type,
			...entry,
			...more,
		},
		entry.source,
	);
	return id;
}

/** Books a charge, less Stripe's fee of 2.9 % and 30 cents. @returns the balance transaction's id */
export const bookCharge = (context: SandboxContext, entry: Entry): string =>
	book(context, "charge", entry, {
		fee: Math.round(entry.amount * 0.029) + 30,
		fee_description: "Stripe processing fees",
	});

/** Books a refund; `amount` is what went back, in cents. @returns the balance transaction's id */
export const bookRefund = (context: SandboxContext, entry: Entry): string =>
	book(context, "refund", { ...entry, amount: -entry.amount });

/** Books that a refund came back. @returns the balance transaction's id */
export const bookRefundFailure = (context: SandboxContext, entry: Entry): string =>
	book(context, "refund_failure", entry);

/** Books what a dispute takes away, with its fee. @returns the balance transaction's id */
export const bookWithdrawal = (context: SandboxContext, entry: Entry): string =>
	book(
		context,
		"adjustment",
		{ ...entry, amount: -entry.amount },
		{ fee: disputeFee, fee_description: "Dispute fee", reporting_category: "dispute" },
	);

/** Books what a won dispute brings back; its fee stays with Stripe. @returns the balance transaction's id */
export const bookReinstatement = (context: SandboxContext, entry: Entry): string =>
	book(context, "adjustment", entry, { reporting_category: "dispute_reversal" });
