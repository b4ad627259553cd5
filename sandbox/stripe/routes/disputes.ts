import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { requireDispute, requireOpen, saveDispute, stepDispute } from "../disputes.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { orderOf } from "../event-log.ts";
import { boolean, metadata, text } from "../form.ts";
import { mergeMetadata } from "../intents.ts";
import { listParams, page } from "../lists.ts";
import { charges, disputes } from "../objects.ts";
import { paramsOf } from "../params.ts";
import { renderDispute } from "../render/dispute.ts";
import { scheduleTask } from "../tasks.ts";

const permission = "rak_dispute_write";
/** Evidence that ends a dispute of test mode, and how (docs.stripe.com/testing#evidence). */
const endings = new Map([
	["winning_evidence", "won"],
	["losing_evidence", "lost"],
	["escalate_inquiry_evidence", "escalated"],
]);
/** Ms that test mode takes for it. */
const endsAfterMs = 5000;

function orderOfDispute({ context: { store }, id }: Call<unknown>): string | null {
	const charge = store.get(charges, store.get(disputes, id)?.charge ?? "");
	return charge && orderOf(charge);
}

const retrieve = endpoint({
	operation: "disputes.retrieve",
	schema: v.strictObject({}),
	permission: "rak_dispute_read",
	order: orderOfDispute,
	run: ({ context, id }) => renderDispute(context.store, requireDispute(context, id)),
});

const evidenceParams = paramsOf<Stripe.DisputeUpdateParams.Evidence>()({
	customer_email_address: v.optional(text),
	customer_name: v.optional(text),
	product_description: v.optional(text),
	shipping_carrier: v.optional(text),
	shipping_date: v.optional(text),
	shipping_tracking_number: v.optional(text),
	uncategorized_text: v.optional(text),
});

const update = endpoint({
	operation: "disputes.update",
	schema: paramsOf<Stripe.DisputeUpdateParams>()({
		evidence: v.optional(evidenceParams),
		metadata: v.optional(metadata),
		submit: v.optional(boolean, "true"),
	}),
	permission,
	order: orderOfDispute,
	run: ({ context, id, params: { evidence = {}, metadata: changes = {}, submit } }) => {
		const before = requireDispute(context, id);
		requireOpen(before);
		const given = Object.entries(evidence).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value]],
		);
		const changed = saveDispute(context, {
			...before,
			evidence: { ...before.evidence, ...Object.fromEntries(given) },
			metadata: mergeMetadata(before.metadata, changes),
		});
		if (given.length === 0 || !submit) return renderDispute(context.store, changed);
		const outcome = endings.get(evidence.uncategorized_text ?? "");
		if (outcome !== undefined)
			scheduleTask(context, endsAfterMs, { what: "dispute", subject: id, outcome });
		return renderDispute(context.store, stepDispute(context, changed, "under_review"));
	},
});

const close = endpoint({
	operation: "disputes.close",
	schema: v.strictObject({}),
	permission,
	order: orderOfDispute,
	run: ({ context, id }) => {
		const dispute = requireDispute(context, id);
		const end = dispute.status.startsWith("warning_") ? "closed" : "lost";
		return renderDispute(context.store, stepDispute(context, dispute, end));
	},
});

const list = endpoint({
	operation: "disputes.list",
	schema: paramsOf<Stripe.DisputeListParams>()({
		...listParams.entries,
		payment_intent: v.optional(text),
		charge: v.optional(text),
	}),
	permission: "rak_dispute_read",
	order: () => null,
	run: ({ context: { store }, params: { payment_intent: intent, charge, ...params } }) =>
		page(
			"/v1/disputes",
			"dispute",
			store
				.list(disputes)
				.filter((each) => intent === undefined || each.payment_intent === intent)
				.filter((each) => charge === undefined || each.charge === charge)
				.map((each) => renderDispute(store, each)),
			params,
		),
});

/** `/v1/disputes` (docs.stripe.com/api/disputes). */
export const disputeRoutes = new Hono<AppEnv>()
	.get("/", list)
	.get("/:id", retrieve)
	.post("/:id", update)
	.post("/:id/close", close);
