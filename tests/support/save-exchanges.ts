import * as v from "valibot";
import { storeExchanges } from "./recorded-exchanges.ts";
import { exchangeFormat } from "./stripe-schema.ts";

/**
 * Stores the exchanges that the Stripe mock recorded.
 * @throws Error if the sandbox does not list them
 */
export async function saveExchanges(
	sandbox: (path: string) => Promise<Response>,
	path = "/__sandbox/stripe/exchanges.json",
): Promise<void> {
	const response = await sandbox(path);
	storeExchanges(v.parse(v.array(exchangeFormat), await response.json()));
}
