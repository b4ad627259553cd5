import * as v from "valibot";
import type { World } from "../env.ts";
import type { Kind } from "../store.ts";
import { StripeError } from "./errors.ts";

/** A finished answer of the API. */
export interface Answer {
	status: number;
	body: unknown;
}

const kind: Kind<{ fingerprint: string; answer: Answer }> = {
	name: "idempotency",
	schema: v.object({
		fingerprint: v.string(),
		answer: v.object({ status: v.number(), body: v.unknown() }),
	}),
};

/**
 * Finds the answer that was given before under this key (docs.stripe.com/api/idempotent_requests).
 * @returns null when the key is new
 * @throws StripeError 400 when the parameters differ, 409 while the first request is unanswered
 */
export function findAnswer(world: World, key: string, fingerprint: string): Answer | null {
	const kept = world.store.get(kind, key);
	if (kept && kept.fingerprint !== fingerprint) {
		throw new StripeError(400, {
			type: "idempotency_error",
			message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		});
	}
	if (world.inFlight.has(key)) {
		throw new StripeError(409, {
			type: "idempotency_error",
			code: "idempotency_key_in_use",
			message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
		});
	}
	return kept?.answer ?? null;
}

/** Keeps an answer, whether success or error, to be given again for the same key. */
export function keepAnswer(world: World, key: string, fingerprint: string, answer: Answer): void {
	world.store.put(kind, key, { fingerprint, answer });
}
