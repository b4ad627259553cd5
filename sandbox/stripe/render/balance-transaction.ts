import type Stripe from "stripe";
import type { BalanceTransaction } from "../objects.ts";

const twoDays = 2 * 24 * 3600;

/** Shows a balance transaction as Stripe's API does. */
export function renderBalanceTransaction(entry: BalanceTransaction): Stripe.BalanceTransaction {
	const { fee, fee_description: description, ...rest } = entry;
	return {
		...rest,
		object: "balance_transaction",
		available_on: entry.created + twoDays,
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
							currency: entry.currency,
							description,
							type: "stripe_fee",
						},
					],
		net: entry.amount - fee,
		status: "pending",
	};
}
