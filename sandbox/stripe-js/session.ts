import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../json.ts";
import type { Kind, Store } from "../store.ts";

/** The publishable key of the sandbox's one account; the shop has it (worker/services/stripe.ts). */
const publishableKey = "pk_test_sandbox";

const count = (max: number) =>
	v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max)), 0);

/** `ready`: milliseconds until an element is ready. `loaderror`: how many of the next elements fail to load. */
const switchesSchema = v.strictObject({ ready: count(120_000), loaderror: count(1000) });
const kind: Kind<v.InferOutput<typeof switchesSchema>> = {
	name: "stripe-js-switches",
	schema: switchesSchema,
};
const id = "all";

const read = (store: Store) => store.get(kind, id) ?? v.parse(switchesSchema, {});

/** @returns whether this element is to fail, using up one of the times */
function takeError(store: Store): boolean {
	const { ready, loaderror } = read(store);
	if (loaderror === 0) return false;
	store.put(kind, id, { ready, loaderror: loaderror - 1 });
	return true;
}

/** `/session`: what an element asks before it shows. `/switches`: GET shows, PUT sets how that goes. */
export const session = new Hono<AppEnv>()
	.get("/session", async (c) => {
		const { store } = c.env;
		const key = c.req.query("key") ?? "";
		const type = "invalid_request_error";
		if (key !== publishableKey) {
			const message = `Invalid API Key provided: ${key.slice(0, 8)}***`;
			return c.json({ error: { type, message } }, 401);
		}
		await scheduler.wait(read(store).ready);
		if (takeError(store)) {
			return c.json({ error: { type: "api_error", message: "The element failed to load." } }, 500);
		}
		return c.json({});
	})
	.get("/switches", (c) => c.json(read(c.env.store)))
	.put("/switches", async (c) => {
		c.env.store.put(kind, id, await readJson(c, switchesSchema));
		return c.json(read(c.env.store));
	});
