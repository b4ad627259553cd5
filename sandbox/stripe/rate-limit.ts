import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../env.ts";
import { readJson } from "../read-json.ts";
import type { DocumentKind } from "../store.ts";
import { rateLimited } from "./faults.ts";

const limitSchema = v.strictObject({
	/** Requests per second; null for no limit. */
	perSecond: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

const rateLimits: DocumentKind<v.InferOutput<typeof limitSchema>> = {
	name: "stripe-rate-limit",
	schema: limitSchema,
};
const documentId = "account";

/**
 * Counts a request against the account's rate limit, which all its API keys share.
 * @throws StripeError 429 above the limit
 */
export function enforceRateLimit({ store, recentCallTimes }: SandboxContext): void {
	const { perSecond } = store.get(rateLimits, documentId) ?? { perSecond: null };
	if (perSecond === null) return;
	const now = Date.now();
	while (recentCallTimes[0] !== undefined && recentCallTimes[0] <= now - 1000)
		recentCallTimes.shift();
	if (recentCallTimes.length >= perSecond) throw rateLimited();
	recentCallTimes.push(now);
}

/** Serves `/rate-limit`: GET returns the account's rate limit, PUT sets it. */
export const rateLimitRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(c.env.store.get(rateLimits, documentId) ?? { perSecond: null }))
	.put("/", async (c) =>
		c.json(c.env.store.put(rateLimits, documentId, await readJson(c, limitSchema))),
	);
