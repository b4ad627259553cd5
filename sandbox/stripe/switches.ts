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
	"refunds.create",
	"refunds.retrieve",
	"refunds.list",
] as const;

export type OperationName = (typeof operations)[number];

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/**
 * `fail` answers 500 and does nothing; `drop` does the work and answers 500; `hang` does the work and
 * answers after `ms`.
 */
const fault = v.strictObject({
	operation: v.picklist(operations),
	kind: v.picklist(["fail", "drop", "hang"]),
	times: v.optional(count(1000), 1),
	ms: v.optional(count(120_000), 0),
});

const switchEntries = {
	webhooks: v.optional(v.picklist(["normal", "drop", "hold"]), "normal"),
	/** How many more times each event is delivered. */
	duplicate: v.optional(count(10), 0),
	/** Milliseconds between a change and its webhook. */
	delay: v.optional(count(120_000), 0),
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

/** Gives the switches an order runs under: its own when it has any, else those for all. */
export function switchesFor(store: Store, order: string | null): Switches {
	return scopeOf(store, order)?.switches ?? v.parse(switchesSchema, {});
}

/** Takes the next fault for this call, using up one of its `times`; null when there is none. */
export function takeFault(store: Store, operation: OperationName, order: string | null) {
	const found = scopeOf(store, order);
	const next = found?.switches.faults.find(
		(each) => each.operation === operation && each.times > 0,
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
