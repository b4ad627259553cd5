/** The `error` field of a response (docs.stripe.com/api/errors). */
export interface ErrorBody {
	type: "invalid_request_error" | "card_error" | "api_error" | "idempotency_error";
	message: string;
	advice_code?: string;
	code?: string;
	decline_code?: string;
	network_decline_code?: string;
	param?: string;
	charge?: string;
	payment_intent?: unknown;
	payment_method?: unknown;
}

interface Options {
	/** The `Stripe-Should-Retry` header, which the SDKs obey. */
	shouldRetry?: boolean;
	headers?: Record<string, string>;
}

/** An error response of Stripe's API. */
export class StripeError extends Error {
	readonly status: number;
	readonly body: ErrorBody;
	readonly headers: Record<string, string>;

	constructor(status: number, body: ErrorBody, { shouldRetry, headers = {} }: Options = {}) {
		super(body.message);
		this.status = status;
		this.body = body;
		this.headers = {
			...headers,
			...(shouldRetry !== undefined && { "Stripe-Should-Retry": String(shouldRetry) }),
		};
	}
}

/** Thrown for invalid parameters. The operation is not executed, and the response is not stored under the idempotency key. */
export class ParameterError extends StripeError {
	constructor(param: string, code: string | null, message: string) {
		super(400, {
			type: "invalid_request_error",
			message,
			...(code !== null && { code }),
			...(param !== "" && { param }),
		});
	}
}

/** Creates the error for an unknown id (404, `resource_missing`). */
export function resourceMissing(objectName: string, id: string, param = "id"): StripeError {
	return new StripeError(404, {
		type: "invalid_request_error",
		code: "resource_missing",
		message: `No such ${objectName}: '${id}'`,
		param,
	});
}

/**
 * Creates the error for an invalid request (400). Some of Stripe's errors have no code. Unlike a `ParameterError`, the response is stored
 * under the idempotency key.
 */
export function invalidRequest(message: string, code?: string, param?: string): StripeError {
	return new StripeError(400, {
		type: "invalid_request_error",
		message,
		...(code !== undefined && { code }),
		...(param !== undefined && { param }),
	});
}

/** Creates the error for a request that the intent's status does not allow (400). */
export function unexpectedState(message: string, intent: unknown): StripeError {
	return new StripeError(400, {
		type: "invalid_request_error",
		code: "payment_intent_unexpected_state",
		message,
		payment_intent: intent,
	});
}
