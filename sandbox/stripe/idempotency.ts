import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { Kind } from "../store.ts";
import { clockMs } from "./clock.ts";
import { ParameterError, StripeError } from "./errors.ts";

/** A finished answer of the API. */
export interface Answer {
	status: number;
	body: unknown;
	headers: Record<string, string>;
}

const kind: Kind<Kept> = {
	name: "idempotency",
	schema: v.object({
		endpoint: v.optional(v.string(), ""),
		fingerprint: v.string(),
		at: v.optional(v.number(), 0),
		request: v.optional(v.string(), ""),
		response: v.object({
			status: v.number(),
			body: v.unknown(),
			headers: v.optional(v.record(v.string(), v.string()), {}),
		}),
	}),
};

interface Kept {
	endpoint: string;
	fingerprint: string;
	/** Ms since 1970, by the sandbox's clock. */
	at: number;
	/** Id of the request that was answered so. */
	request: string;
	response: Answer;
}

/** What a request under a key is: the key, where it went, and its parameters. */
export interface Keyed {
	key: string;
	endpoint: string;
	fingerprint: string;
}

const keptForMs = 24 * 3600 * 1000;
const longestKey = 255;

/**
 * Finds the answer that was given before under this key (docs.stripe.com/api/idempotent_requests), and the id of the
 * request that it was given to.
 * @returns null when the key is new, or older than 24 hours
 * @throws StripeError 400 when endpoint or parameters differ, 409 while the first request is unanswered
 */
export function findStoredResponse(
	context: SandboxContext,
	{ key, endpoint, fingerprint }: Keyed,
): { response: Answer; request: string } | null {
	if (key.length > longestKey) {
		throw new ParameterError("", null, "Idempotency keys can be at most 255 characters long.");
	}
	const kept = context.store.get(kind, key);
	const valid = kept && kept.at > clockMs(context) - keptForMs ? kept : null;
	if (valid && valid.endpoint !== endpoint) {
		throw mismatch(
			`Keys for idempotent requests can only be used for the same endpoint they were first used for ('${valid.endpoint}' vs '${endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (valid && valid.fingerprint !== fingerprint) {
		throw mismatch(
			`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (context.inFlight.has(key)) {
		throw new StripeError(409, {
			type: "idempotency_error",
			code: "idempotency_key_in_use",
			message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
		});
	}
	return valid;
}

/** Keeps an answer, whether success or error, to be given again for the same key. */
export function storeResponse(
	context: SandboxContext,
	{ key, endpoint, fingerprint }: Keyed,
	request: string,
	response: Answer,
): void {
	context.store.put(kind, key, { endpoint, fingerprint, at: clockMs(context), request, response });
}

function mismatch(message: string): StripeError {
	return new StripeError(400, { type: "idempotency_error", message });
}
