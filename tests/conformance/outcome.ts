import Stripe from "stripe";
import type { Connection } from "./connection.ts";

/** The part of a result that must be the same for Stripe and the mock: statuses, codes and types, but no ids, times or messages. */
export type Outcome = { [name: string]: string | number | boolean | null | Outcome };

export type Scenario = {
	name: string;
	/** Sends requests one after the other. */
	run: (connection: Connection) => Promise<Outcome>;
	expected: Outcome;
};

/**
 * @returns the outcome of the request, which can be an error response from Stripe
 * @throws any other error
 */
export async function getOutcome<Result>(
	request: () => Promise<Result>,
	toOutcome: (result: Result) => Outcome,
): Promise<Outcome> {
	try {
		return toOutcome(await request());
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) {
			throw error;
		}
		const { statusCode: httpStatus, rawType: type, code, decline_code, param } = error;
		return {
			httpStatus,
			type: type ?? null,
			...(code && { code }),
			...(decline_code && { decline_code }),
			...(param && { param }),
		};
	}
}
