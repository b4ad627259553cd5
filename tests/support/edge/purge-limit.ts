import type { PurgeResult } from "#worker/shop/context.ts";

/** The limits of the Free plan, which Workers Cache has on every plan (Cloudflare's documentation, "Limitations"). */
const [bucketSize, refillMs, maxOperations] = [25, 12_000, 100];

const createRejection = (code: number, message: string): PurgeResult => ({
	success: false,
	errors: [{ code, message }],
});

/**
 * Simulates Cloudflare's rate limit for purges: a token bucket that holds 25 tokens and gains five a minute. A request may have at most 100
 * operations.
 * @param now - returns the time of the test's clock in milliseconds
 */
export function createPurgeLimit(now: () => number) {
	let [tokens, updatedAt] = [bucketSize, now()];
	return {
		/** @returns the rejection, or null if the purge is allowed */
		take(operationCount: number): PurgeResult | null {
			tokens = Math.min(bucketSize, tokens + (now() - updatedAt) / refillMs);
			updatedAt = now();
			if (tokens < 1) return createRejection(10429, "Rate limited");
			tokens -= 1;
			return operationCount > maxOperations ? createRejection(1093, "Too many operations") : null;
		},
	};
}
