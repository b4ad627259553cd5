import Stripe from "stripe";
import type { Connection } from "./connection.ts";

/** The part of a result that must be the same for Stripe and the mock: statuses, codes and types, but no ids, times or messages. */
export type Facts = { [name: string]: string | number | boolean | null | Facts };

export type Scenario = {
	name: string;
	/** Sends requests one after the other. */
	run: (connection: Connection) => Promise<Facts>;
	expected: Facts;
};

/**
 * @returns the facts of the result, or of Stripe's error response
 * @throws any other error
 */
export async function getFacts<Result>(
	request: () => Promise<Result>,
	toFacts: (result: Result) => Facts,
): Promise<Facts> {
	try {
		return toFacts(await request());
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
