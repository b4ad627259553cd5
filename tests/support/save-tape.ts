import * as v from "valibot";
import { exchangeFormat } from "./stripe-schema.ts";
import { addToTape } from "./stripe-tape.ts";

/** Keeps what the Stripe mock was asked and has answered, for the end of `npm test` to check; nothing when it is gone. */
export async function saveTape(
	sandbox: (path: string) => Promise<Response>,
	path = "/__sandbox/stripe/tape.json",
): Promise<void> {
	const response = await sandbox(path).catch(() => null);
	if (!response?.ok) return;
	addToTape(v.parse(v.array(exchangeFormat), await response.json()));
}
