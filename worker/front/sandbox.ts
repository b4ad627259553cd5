import { Hono } from "hono";
import type { FrontDoor } from "./visit.ts";

/** The local doubles of Stripe, Google and mail. Where nothing is bound, as in production, nothing is here. */
export const sandbox = new Hono<FrontDoor>().all("/__sandbox/*", ({ env, req, notFound }) =>
	env.SANDBOX ? env.SANDBOX.fetch(req.raw) : notFound(),
);
