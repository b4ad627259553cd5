import Stripe from "stripe";
import type { Connection } from "./connection.ts";

/** What of an answer has to be the same at Stripe and in the mock: states, codes, types; no ids, times or words. */
export type Facts = { [name: string]: string | number | boolean | null | Facts };

/** Calls of the API in a row, and what they have to come to. */
export type Scenario = {
	name: string;
	run: (connection: Connection) => Promise<Facts>;
	expected: Facts;
};

/** @returns the facts of an answer, or those of Stripe's refusal @throws what is no answer of Stripe's */
export async function factsOf<Answer>(
	ask: () => Promise<Answer>,
	read: (response: Answer) => Facts,
): Promise<Facts> {
	try {
		return read(await ask());
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined)
			throw error;
		const { statusCode: http, rawType: type, code, decline_code, param } = error;
		return {
			http,
			type: type ?? null,
			...(code && { code }),
			...(decline_code && { decline_code }),
			...(param && { param }),
		};
	}
}
