import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../env.ts";
import { readJson } from "../json.ts";
import type { Kind } from "../store.ts";
import { rateLimited } from "./faults.ts";

const limit = v.strictObject({
	/** Calls that the account may make in a second; null for no limit. */
	perSecond: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

const kind: Kind<v.InferOutput<typeof limit>> = { name: "stripe-rate-limit", schema: limit };
const only = "account";

/**
 * Counts a call against the account's limit, which its secret and publishable keys share.
 * @throws StripeError 429 beyond it
 */
export function countCall({ store, callTimes }: SandboxContext): void {
	const { perSecond } = store.get(kind, only) ?? { perSecond: null };
	if (perSecond === null) return;
	const now = Date.now();
	while (callTimes[0] !== undefined && callTimes[0] <= now - 1000) callTimes.shift();
	if (callTimes.length >= perSecond) throw rateLimited();
	callTimes.push(now);
}

/** `/rate-limit`: GET shows the account's limit, PUT sets it. */
export const rateLimitRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(c.env.store.get(kind, only) ?? { perSecond: null }))
	.put("/", async (c) => c.json(c.env.store.put(kind, only, await readJson(c, limit))));
