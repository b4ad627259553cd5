/** What Stripe puts under `error` in an answer (docs.stripe.com/api/errors). */
export interface ErrorBody {
	type: "invalid_request_error" | "card_error" | "api_error" | "idempotency_error";
	message: string;
	code?: string;
	decline_code?: string;
	param?: string;
	charge?: string;
	payment_intent?: unknown;
	payment_method?: unknown;
}

/** An answer of Stripe's API that is not a success. */
export class StripeError extends Error {
	readonly status: number;
	readonly body: ErrorBody;

	constructor(status: number, body: ErrorBody) {
		super(body.message);
		this.status = status;
		this.body = body;
	}
}

/** Parameters that were refused before anything was done; no idempotent answer is kept for these. */
export class ParameterError extends StripeError {
	constructor(param: string, code: string, message: string) {
		super(400, { type: "invalid_request_error", code, message, param });
	}
}

/** Makes Stripe's answer for an id that names nothing (404, `resource_missing`). */
export function missing(what: string, id: string, param = "id"): StripeError {
	return new StripeError(404, {
		type: "invalid_request_error",
		code: "resource_missing",
		message: `No such ${what}: '${id}'`,
		param,
	});
}

/** Makes Stripe's refusal of a step that the intent's status does not allow. */
export function unexpectedState(message: string, intent: unknown): StripeError {
	return new StripeError(400, {
		type: "invalid_request_error",
		code: "payment_intent_unexpected_state",
		message,
		payment_intent: intent,
	});
}

/** Makes Stripe's "something went wrong on our end" (500). */
export function serverFault(): StripeError {
	return new StripeError(500, {
		type: "api_error",
		message: "An unknown error occurred (a fault switched on in the sandbox).",
	});
}
