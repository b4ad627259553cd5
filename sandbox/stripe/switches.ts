import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../json.ts";
import type { Kind, Store } from "../store.ts";

/** The calls of the API that a fault can be switched on for. */
const operations = [
	"payment_intents.create",
	"payment_intents.retrieve",
	"payment_intents.update",
	"payment_intents.confirm",
	"payment_intents.authenticate",
	"payment_intents.cancel",
	"payment_intents.list",
	"payment_methods.create",
	"payment_methods.retrieve",
	"refunds.create",
	"refunds.retrieve",
	"refunds.update",
	"refunds.cancel",
	"refunds.list",
	"charges.retrieve",
	"charges.list",
	"disputes.retrieve",
	"disputes.update",
	"disputes.close",
	"disputes.list",
	"events.retrieve",
	"events.list",
	"balance_transactions.retrieve",
	"balance_transactions.list",
	"early_fraud_warnings.list",
] as const;

export type OperationName = (typeof operations)[number];

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

const fault = v.strictObject({
	operation: v.picklist([...operations, "*"]),
	/**
	 * `fail`: 500. With `done` the work is done all the same. A POST's answer is repeated under its idempotency key for
	 * 24 hours, as Stripe does once it has begun, unless `saved` is false.
	 * `unavailable`: 503 before anything is begun.
	 * `drop`: the work is done, and a gateway answers 502. `reset`: it is done, and the answer breaks off half-way.
	 * `hang`: it is done and answered after `ms`.
	 * `rate_limit`, `lock_timeout`: 429 with that code.
	 */
	kind: v.picklist(["fail", "unavailable", "reset", "drop", "hang", "rate_limit", "lock_timeout"]),
	times: v.optional(count(1000), 1),
	ms: v.optional(count(120_000), 0),
	saved: v.optional(v.boolean(), true),
	done: v.optional(v.boolean(), false),
});

const switchEntries = {
	webhooks: v.optional(v.picklist(["normal", "drop", "hold"]), "normal"),
	/** How many more times each event is delivered. */
	duplicate: v.optional(count(10), 0),
	/** Milliseconds between a change and its webhook. */
	delay: v.optional(count(120_000), 0),
	/**
	 * What becomes of refunds: `pending` stays until changed, `insufficient_funds` too, for want of a balance;
	 * `refused` is the answer of an account whose balance may not go below zero.
	 */
	refunds: v.optional(v.picklist(["normal", "pending", "insufficient_funds", "refused"]), "normal"),
	/** The least amount that may be charged, where the account's own currency wants more than the payment's. */
	minimumAmount: v.optional(count(1_000_000), 0),
	faults: v.optional(v.array(fault), []),
};

const switchesSchema = v.strictObject(switchEntries);

export type Fault = v.InferOutput<typeof fault>;
export type Switches = v.InferOutput<typeof switchesSchema>;

const kind: Kind<{ scope: string; switches: Switches }> = {
	name: "stripe-switches",
	schema: v.object({ scope: v.string(), switches: switchesSchema }),
};
const everywhere = "*";
const request = v.strictObject({
	order: v.optional(v.pipe(v.string(), v.minLength(1))),
	...switchEntries,
});

/** Returns the switches an order runs under: its own when it has any, else those for all. */
export function switchesFor(store: Store, order: string | null): Switches {
	return scopeOf(store, order)?.switches ?? v.parse(switchesSchema, {});
}

/** Takes the next fault for this call, using up one of its `times`; null when there is none. */
export function takeFault(store: Store, operation: OperationName, order: string | null) {
	const found = scopeOf(store, order);
	const next = found?.switches.faults.find(
		(each) => (each.operation === operation || each.operation === "*") && each.times > 0,
	);
	if (!found || !next) return null;
	const faults = found.switches.faults.map((each) =>
		each === next ? { ...each, times: each.times - 1 } : each,
	);
	store.put(kind, found.scope, { ...found, switches: { ...found.switches, faults } });
	return next;
}

function scopeOf(store: Store, order: string | null) {
	return (order === null ? null : store.get(kind, order)) ?? store.get(kind, everywhere);
}

function show(store: Store) {
	const scopes = store.list(kind).filter((each) => each.scope !== everywhere);
	return {
		all: switchesFor(store, null),
		orders: Object.fromEntries(scopes.map((each) => [each.scope, each.switches])),
	};
}

/** `/switches`: GET shows, PUT sets those of one order or of all, DELETE resets one order (`?order=`) or all. */
export const switchRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(show(c.env.store)))
	.put("/", async (c) => {
		const { order: scope = everywhere, ...switches } = await readJson(c, request);
		c.env.store.put(kind, scope, { scope, switches });
		return c.json(show(c.env.store));
	})
	.delete("/", (c) => {
		const order = c.req.query("order");
		if (order === undefined) c.env.store.clear(kind);
		else c.env.store.remove(kind, order);
		return c.json(show(c.env.store));
	});
