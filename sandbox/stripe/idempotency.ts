import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { DocumentKind } from "../store.ts";
import { nowMs } from "./clock.ts";
import { ParameterError, StripeError } from "./errors.ts";

export interface ApiResponse {
	status: number;
	body: unknown;
	headers: Record<string, string>;
}

const storedResponses: DocumentKind<StoredResponse> = {
	// If the fields change, rename this kind, because stored documents keep the old fields.
	name: "stored-response",
	schema: v.object({
		endpoint: v.string(),
		fingerprint: v.string(),
		storedAtMs: v.number(),
		requestId: v.string(),
		response: v.object({
			status: v.number(),
			body: v.unknown(),
			headers: v.record(v.string(), v.string()),
		}),
	}),
};

interface StoredResponse {
	endpoint: string;
	fingerprint: string;
	/** Ms since 1970, on the sandbox's clock. */
	storedAtMs: number;
	/** The id of the request that the response answered. */
	requestId: string;
	response: ApiResponse;
}

/** Identifies a request that has an idempotency key. */
export interface IdempotentRequest {
	key: string;
	/** The path. */
	endpoint: string;
	/** The parameters, as JSON. */
	fingerprint: string;
}

const lifetimeMs = 24 * 3600 * 1000;
const maxKeyLength = 255;

/**
 * Finds the response that is stored under this key (docs.stripe.com/api/idempotent_requests).
 * @returns the response and the id of the request that it answered, or null if the key is new or older than 24 hours
 * @throws StripeError 400 if the endpoint or the parameters differ; 409 while the first request is in flight
 */
export function findStoredResponse(
	context: SandboxContext,
	{ key, endpoint, fingerprint }: IdempotentRequest,
): Pick<StoredResponse, "response" | "requestId"> | null {
	if (key.length > maxKeyLength) {
		throw new ParameterError("", null, "Idempotency keys can be at most 255 characters long.");
	}
	const stored = context.store.get(storedResponses, key);
	const unexpired = stored && stored.storedAtMs > nowMs(context) - lifetimeMs ? stored : null;
	if (unexpired && unexpired.endpoint !== endpoint) {
		throw mismatch(
			`Keys for idempotent requests can only be used for the same endpoint they were first used for ('${unexpired.endpoint}' vs '${endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (unexpired && unexpired.fingerprint !== fingerprint) {
		throw mismatch(
			`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (context.idempotencyKeysInFlight.has(key)) {
		throw new StripeError(409, {
			type: "idempotency_error",
			code: "idempotency_key_in_use",
			message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
		});
	}
	return unexpired;
}

/** Stores a response or an error for later requests with the same key. */
export function storeResponse(
	context: SandboxContext,
	{ key, endpoint, fingerprint }: IdempotentRequest,
	requestId: string,
	response: ApiResponse,
): void {
	context.store.put(storedResponses, key, {
		endpoint,
		fingerprint,
		storedAtMs: nowMs(context),
		requestId,
		response,
	});
}

function mismatch(message: string): StripeError {
	return new StripeError(400, { type: "idempotency_error", message });
}
