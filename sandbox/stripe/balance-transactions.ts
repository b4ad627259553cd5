import type { SandboxContext } from "../env.ts";
import { nowSeconds } from "./clock.ts";
import { createId } from "./ids.ts";
import { type BalanceTransaction, balanceTransactions } from "./objects.ts";

/** Stripe keeps this fee for every dispute, whatever its outcome. */
const disputeFeeCents = 1500;

type TransactionInput = Pick<BalanceTransaction, "amount" | "currency" | "source"> & {
	description: string | null;
};

function recordTransaction(
	context: SandboxContext,
	type: BalanceTransaction["type"],
	input: TransactionInput,
	overrides: Partial<
		Pick<BalanceTransaction, "fee" | "fee_description" | "reporting_category">
	> = {},
): string {
	const id = createId("txn");
	context.store.put(
		balanceTransactions,
		id,
		{
			id,
			type,
			created: nowSeconds(context),
			fee: 0,
			fee_description: "",
			reporting_category: type,
			...input,
			...overrides,
		},
		input.source,
	);
	return id;
}

/**
 * Records the balance transaction of a charge, with Stripe's fee of 2.9% and 30 cents.
 * @returns its id
 */
export const recordCharge = (context: SandboxContext, input: TransactionInput): string =>
	recordTransaction(context, input.source.startsWith("py_") ? "payment" : "charge", input, {
		reporting_category: "charge",
		fee: Math.round(input.amount * 0.029) + 30,
		fee_description: "Stripe processing fees",
	});

/**
 * Records the balance transaction of a refund of `amount` cents.
 * @returns its id
 */
export const recordRefund = (context: SandboxContext, input: TransactionInput): string =>
	recordTransaction(
		context,
		input.source.startsWith("pyr_") ? "payment_refund" : "refund",
		{ ...input, amount: -input.amount },
		{ reporting_category: "refund" },
	);

/**
 * Records the balance transaction that returns a failed refund's amount.
 * @returns its id
 */
export const recordRefundFailure = (context: SandboxContext, input: TransactionInput): string =>
	recordTransaction(context, "refund_failure", input);

/**
 * Records the balance transaction that withdraws a dispute's amount and the dispute fee.
 * @returns its id
 */
export const recordDisputeWithdrawal = (context: SandboxContext, input: TransactionInput): string =>
	recordTransaction(
		context,
		"adjustment",
		{ ...input, amount: -input.amount },
		{ fee: disputeFeeCents, fee_description: "Dispute fee", reporting_category: "dispute" },
	);

/**
 * Records the balance transaction that returns a won dispute's amount, but not the fee.
 * @returns its id
 */
export const recordDisputeReversal = (context: SandboxContext, input: TransactionInput): string =>
	recordTransaction(context, "adjustment", input, { reporting_category: "dispute_reversal" });
