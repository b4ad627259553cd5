import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { endpoint } from "./endpoint.ts";
import { missing } from "./errors.ts";
import { orderOf } from "./events.ts";
import { integer, metadata } from "./form.ts";
import { listParams, page } from "./lists.ts";
import { charges, paymentIntents, refunds } from "./objects.ts";
import { createRefund } from "./refunds.ts";
import { renderRefund } from "./render.ts";

const createParams = v.strictObject({
	payment_intent: v.optional(v.string()),
	charge: v.optional(v.string()),
	amount: v.optional(integer),
	reason: v.optional(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
	metadata: v.optional(metadata),
});

const create = endpoint({
	operation: "refunds.create",
	schema: createParams,
	order: ({ world: { store }, params }) => {
		const subject =
			store.get(paymentIntents, params.payment_intent ?? "") ??
			store.get(charges, params.charge ?? "");
		return subject && orderOf(subject);
	},
	run: ({ world, params }) => renderRefund(createRefund(world, params)),
});

const retrieve = endpoint({
	operation: "refunds.retrieve",
	schema: v.strictObject({}),
	order: () => null,
	run: ({ world, id }) => {
		const refund = world.store.get(refunds, id);
		if (!refund) throw missing("refund", id);
		return renderRefund(refund);
	},
});

const list = endpoint({
	operation: "refunds.list",
	schema: v.strictObject({
		...listParams.entries,
		payment_intent: v.optional(v.string()),
		charge: v.optional(v.string()),
	}),
	order: () => null,
	run: ({ world, params: { payment_intent: intent, charge, ...params } }) =>
		page(
			"/v1/refunds",
			world.store
				.list(refunds)
				.filter((each) => intent === undefined || each.payment_intent === intent)
				.filter((each) => charge === undefined || each.charge === charge)
				.map(renderRefund),
			params,
		),
});

/** `/v1/refunds` (docs.stripe.com/api/refunds). */
export const refundRoutes = new Hono<AppEnv>()
	.post("/", create)
	.get("/", list)
	.get("/:id", retrieve);
