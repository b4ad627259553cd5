import { StripeError } from "./errors.ts";

/**
 * Creates Stripe's response for a server error (500). If it is stored under an idempotency key, retries get the same
 * response for 24 hours, so a header tells clients not to retry (docs.stripe.com/error-low-level#idempotency).
 */
export function serverError({ isStored }: { isStored: boolean }): StripeError {
	return new StripeError(
		500,
		{
			type: "api_error",
			message: "An unknown error occurred (a fault injected by the sandbox).",
		},
		isStored ? { shouldRetry: false } : {},
	);
}

/** Creates Stripe's response for a request that it did not execute (503): nothing is stored under its idempotency key. */
export function unavailable(): StripeError {
	return new StripeError(
		503,
		{ type: "api_error", message: "Stripe is unavailable (a fault injected by the sandbox)." },
		{ shouldRetry: true },
	);
}

/** Creates the response to too many requests (429, docs.stripe.com/rate-limits). */
export function rateLimited(): StripeError {
	return new StripeError(
		429,
		{
			type: "invalid_request_error",
			code: "rate_limit",
			message:
				"Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
		},
		{ headers: { "Stripe-Rate-Limited-Reason": "global-rate" } },
	);
}

/** Creates the response while another request accesses the object (429, docs.stripe.com/rate-limits#object-lock-timeouts). */
export function lockTimeout(): StripeError {
	return new StripeError(
		429,
		{
			type: "invalid_request_error",
			code: "lock_timeout",
			message:
				"This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.",
		},
		{ shouldRetry: true },
	);
}

/** Creates the response of a gateway that lost Stripe's response (502, HTML instead of JSON). */
export function badGateway(): Response {
	const page =
		"<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>";
	return new Response(page, { status: 502, headers: { "Content-Type": "text/html" } });
}

/** Returns a response whose connection breaks after the first half of the body. */
export async function cutOffResponse(response: Response): Promise<Response> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(bytes.slice(0, bytes.length / 2));
			controller.error(new Error("The connection was reset (a fault injected by the sandbox)."));
		},
	});
	const { status, headers } = response;
	return new Response(body, { status, headers });
}
