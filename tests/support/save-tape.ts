import * as v from "valibot";
import { exchangeFormat } from "./stripe-schema.ts";
import { addToTape } from "./stripe-tape.ts";

/** Appends the Stripe mock's exchanges to the tape. Does nothing if the sandbox has stopped. */
export async function saveTape(
	sandbox: (path: string) => Promise<Response>,
	path = "/__sandbox/stripe/tape.json",
): Promise<void> {
	const response = await sandbox(path).catch(() => null);
	if (!response?.ok) return;
	addToTape(v.parse(v.array(exchangeFormat), await response.json()));
}
