import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { readJson } from "../read-json.ts";
import type { DocumentKind, Store } from "../store.ts";

/** The operations of the API. A fault applies to one or all of them. */
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

const integerUpTo = (max: number) =>
	v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

const fault = v.strictObject({
	operation: v.picklist([...operations, "*"]),
	/**
	 * `fail`: 500. The operation is executed only if `executed` is true. Like Stripe, the sandbox stores the
	 * response under the idempotency key, unless `stored` is false.
	 * `unavailable`: 503 without executing the operation.
	 * `rate_limit`, `lock_timeout`: 429 with that code, without executing the operation.
	 * `drop`: executes the operation, but a gateway responds with 502.
	 * `reset`: executes the operation, but resets the connection halfway through the response.
	 * `hang`: executes the operation and responds after `ms`.
	 */
	kind: v.picklist(["fail", "unavailable", "reset", "drop", "hang", "rate_limit", "lock_timeout"]),
	times: v.optional(integerUpTo(1000), 1),
	ms: v.optional(integerUpTo(120_000), 0),
	stored: v.optional(v.boolean(), true),
	executed: v.optional(v.boolean(), false),
});

const switchEntries = {
	webhooks: v.optional(v.picklist(["normal", "drop", "hold"]), "normal"),
	/** Number of additional deliveries of each event. */
	duplicate: v.optional(integerUpTo(10), 0),
	/** Milliseconds between an event and its webhook. */
	delay: v.optional(integerUpTo(120_000), 0),
	/**
	 * `pending`: new refunds stay pending until settled by an action. `insufficient_funds`: the same, as if the account's
	 * balance were too low. `rejected`: requests for refunds are rejected, as on an account whose balance must not be negative.
	 */
	refunds: v.optional(
		v.picklist(["normal", "pending", "insufficient_funds", "rejected"]),
		"normal",
	),
	/**
	 * Whether the account has Link. `rejected`: it does not, and Stripe rejects intents that allow Link instead of ignoring that type.
	 * Browsers use the switch for all orders even if an order has its own.
	 */
	link: v.optional(v.picklist(["on", "off", "rejected"]), "off"),
	/** A minimum charge amount above Stripe's, as if the account settled in another currency; in the smallest unit. */
	minimumAmount: v.optional(integerUpTo(1_000_000), 0),
	faults: v.optional(v.array(fault), []),
};

const switchesSchema = v.strictObject(switchEntries);

export type Fault = v.InferOutput<typeof fault>;
type Switches = v.InferOutput<typeof switchesSchema>;
export type SwitchValues = v.InferInput<typeof switchesSchema>;

const scopedSwitchesKind: DocumentKind<{ scope: string; switches: Switches }> = {
	// If the fields change, rename this kind, because stored documents keep the old fields.
	name: "switches",
	schema: v.object({ scope: v.string(), switches: switchesSchema }),
};
const allOrders = "*";
const switchesInput = v.strictObject({
	order: v.optional(v.pipe(v.string(), v.minLength(1))),
	...switchEntries,
});

/** Returns the switches of an order if it has its own, otherwise those for all orders. */
export function getSwitches(store: Store, orderId: string | null): Switches {
	return findSwitches(store, orderId)?.switches ?? v.parse(switchesSchema, {});
}

/** Returns the next fault for this operation and decrements its `times`; null if there is none. */
export function takeFault(store: Store, operation: OperationName, orderId: string | null) {
	const scopedSwitches = findSwitches(store, orderId);
	const next = scopedSwitches?.switches.faults.find(
		(fault) => (fault.operation === operation || fault.operation === "*") && fault.times > 0,
	);
	if (!scopedSwitches || !next) return null;
	const faults = scopedSwitches.switches.faults.map((fault) =>
		fault === next ? { ...fault, times: fault.times - 1 } : fault,
	);
	store.put(scopedSwitchesKind, scopedSwitches.scope, {
		...scopedSwitches,
		switches: { ...scopedSwitches.switches, faults },
	});
	return next;
}

function findSwitches(store: Store, orderId: string | null) {
	return (
		(orderId === null ? null : store.get(scopedSwitchesKind, orderId)) ??
		store.get(scopedSwitchesKind, allOrders)
	);
}

function renderSwitches(store: Store) {
	const orderSwitches = store.list(scopedSwitchesKind).filter(({ scope }) => scope !== allOrders);
	return {
		all: getSwitches(store, null),
		orders: Object.fromEntries(orderSwitches.map(({ scope, switches }) => [scope, switches])),
	};
}

/** Serves `/switches`: GET returns all of them. PUT sets the switches of one order, or those for all orders. DELETE resets one order (`?order=`) or everything. */
export const switchRoutes = new Hono<AppEnv>()
	.get("/", (c) => c.json(renderSwitches(c.env.store)))
	.put("/", async (c) => {
		const { order: scope = allOrders, ...switches } = await readJson(c, switchesInput);
		c.env.store.put(scopedSwitchesKind, scope, { scope, switches });
		return c.json(renderSwitches(c.env.store));
	})
	.delete("/", (c) => {
		const order = c.req.query("order");
		if (order === undefined) c.env.store.clear(scopedSwitchesKind);
		else c.env.store.remove(scopedSwitchesKind, order);
		return c.json(renderSwitches(c.env.store));
	});
