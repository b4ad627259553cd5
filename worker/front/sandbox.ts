import { Hono } from "hono";
import type { FrontDoor } from "./visit.ts";

/**
 * The local doubles of Stripe, Google and mail. Where nothing is bound, as in production, nothing is here.
 * The answer is copied: headers of a fetched one can not be added to.
 */
export const sandbox = new Hono<FrontDoor>().all("/__sandbox/*", async ({ env, req, notFound }) => {
	if (!env.SANDBOX) return notFound();
	const answer = await env.SANDBOX.fetch(req.raw);
	return new Response(answer.body, answer);
});
