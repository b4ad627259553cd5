import type { PurgeResult } from "#worker/shop/context.ts";

/** Of an account on the Free plan, which is what counts for Workers Cache on every plan ("Limitations"). */
const [bucket, refillMs, mostOperations] = [25, 12_000, 100];

const refusal = (code: number, message: string): PurgeResult => ({
	success: false,
	errors: [{ code, message }],
});

/**
 * Cloudflare's token bucket for purges: 25, and five more a minute; 100 operations a request.
 * @param now milliseconds, by the clock of the test
 */
export function createPurgeLimit(now: () => number) {
	let [tokens, at] = [bucket, now()];
	return {
		/** @returns the refusal; null where the purge may go on */
		take(operations: number): PurgeResult | null {
			tokens = Math.min(bucket, tokens + (now() - at) / refillMs);
			at = now();
			if (tokens < 1) return refusal(10429, "Rate limited");
			tokens -= 1;
			return operations > mostOperations ? refusal(1093, "Too many operations") : null;
		},
	};
}
