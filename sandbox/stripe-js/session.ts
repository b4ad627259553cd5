import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../read-json.ts";
import type { DocumentKind, Store } from "../store.ts";
import { getSwitches } from "../stripe/switches.ts";

/** The account's publishable key, which the shop uses locally (worker/services/stripe.ts). */
const publishableKey = "pk_test_sandbox";

const optionalCount = (max: number) =>
	v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max)), 0);

const switchesSchema = v.strictObject({
	/** Milliseconds until an element is ready. */
	ready: optionalCount(120_000),
	/** How many of the next elements fail to load. */
	loaderror: optionalCount(1000),
	/** Whether browsers have a wallet. If so, the Express Checkout Element has a button for it. "broken" makes that element fail to load. */
	wallet: v.optional(v.picklist(["yes", "no", "broken"]), "no"),
});
const switchesKind: DocumentKind<v.InferOutput<typeof switchesSchema>> = {
	name: "stripe-js-switches",
	schema: switchesSchema,
};
const documentId = "all";

const readSwitches = (store: Store) =>
	store.get(switchesKind, documentId) ?? v.parse(switchesSchema, {});

/** Returns whether the element should fail to load. If so, decrements `loaderror`. */
function useUpLoadError(store: Store): boolean {
	const switches = readSwitches(store);
	if (switches.loaderror === 0) return false;
	store.put(switchesKind, documentId, { ...switches, loaderror: switches.loaderror - 1 });
	return true;
}

/**
 * Serves `/session` and `/wallets`, which elements request before they are ready, and `/switches`, which delays that response or
 * turns it into an error.
 */
export const session = new Hono<AppEnv>()
	.get("/session", async (c) => {
		const { store } = c.env;
		const key = c.req.query("key") ?? "";
		const type = "invalid_request_error";
		if (key !== publishableKey) {
			const message = `Invalid API Key provided: ${key.slice(0, 8)}***`;
			return c.json({ error: { type, message } }, 401);
		}
		await scheduler.wait(readSwitches(store).ready);
		if (useUpLoadError(store)) {
			return c.json({ error: { type: "api_error", message: "The element failed to load." } }, 500);
		}
		return c.json({});
	})
	.get("/wallets", (c) => {
		const { wallet } = readSwitches(c.env.store);
		const { link } = getSwitches(c.env.store, null);
		const error = { type: "api_error", message: "The element failed to load." };
		return wallet === "broken"
			? c.json({ error }, 500)
			: c.json({ googlePay: wallet === "yes", link: link === "on" });
	})
	.get("/switches", (c) => c.json(readSwitches(c.env.store)))
	.put("/switches", async (c) => {
		c.env.store.put(switchesKind, documentId, await readJson(c, switchesSchema));
		return c.json(readSwitches(c.env.store));
	});
