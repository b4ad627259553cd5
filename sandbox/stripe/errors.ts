/** What Stripe puts under `error` in an answer (docs.stripe.com/api/errors). */
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

interface Extras {
	/** Sent as `Stripe-Should-Retry`, which the SDKs obey. */
	shouldRetry?: boolean;
	headers?: Record<string, string>;
}

/** An answer of Stripe's API that is not a success. */
export class StripeError extends Error {
	readonly status: number;
	readonly body: ErrorBody;
	readonly headers: Record<string, string>;

	constructor(status: number, body: ErrorBody, { shouldRetry, headers = {} }: Extras = {}) {
		super(body.message);
		this.status = status;
		this.body = body;
		this.headers = {
			...headers,
			...(shouldRetry !== undefined && { "Stripe-Should-Retry": String(shouldRetry) }),
		};
	}
}

/** Parameters that were refused before anything was done; no idempotent answer is kept for these. */
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

/** Makes Stripe's answer for an id that names nothing (404, `resource_missing`). */
export function missing(what: string, id: string, param = "id"): StripeError {
	return new StripeError(404, {
		type: "invalid_request_error",
		code: "resource_missing",
		message: `No such ${what}: '${id}'`,
		param,
	});
}

/** Makes a refusal (400), with Stripe's code where it has one. */
export function refusal(message: string, code?: string, param?: string): StripeError {
	return new StripeError(400, {
		type: "invalid_request_error",
		message,
		...(code !== undefined && { code }),
		...(param !== undefined && { param }),
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
