import type Stripe from "stripe";
import type { BalanceTransaction } from "../objects.ts";

const twoDaysInSeconds = 2 * 24 * 3600;

/** Returns a balance transaction in the format of Stripe's API. */
export function renderBalanceTransaction(
	transaction: BalanceTransaction,
): Stripe.BalanceTransaction {
	const { fee, fee_description: description, ...rest } = transaction;
	return {
		...rest,
		object: "balance_transaction",
		available_on: transaction.created + twoDaysInSeconds,
		balance_type: "payments",
		exchange_rate: null,
		fee,
		fee_details:
			fee === 0
				? []
				: [
						{
							amount: fee,
							application: null,
							currency: transaction.currency,
							description,
							type: "stripe_fee",
						},
					],
		net: transaction.amount - fee,
		status: "pending",
	};
}
