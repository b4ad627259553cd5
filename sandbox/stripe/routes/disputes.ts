import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { advanceDispute, requireDispute, requireOpenDispute, saveDispute } from "../disputes.ts";
import { type Call, defineEndpoint } from "../endpoint.ts";
import { getOrderId } from "../event-log.ts";
import { boolean, metadata, nonEmptyText } from "../form-encoding.ts";
import { mergeMetadata } from "../intents.ts";
import { listParams, paginate } from "../lists.ts";
import { charges, disputes } from "../objects.ts";
import { defineParamsSchema } from "../params-schema.ts";
import { renderDispute } from "../render/dispute.ts";
import { scheduleTask } from "../tasks.ts";

const permission = "rak_dispute_write";
/** The outcome that each evidence text causes in test mode (docs.stripe.com/testing#evidence). */
const outcomesByEvidence = new Map([
	["winning_evidence", "won"],
	["losing_evidence", "lost"],
	["escalate_inquiry_evidence", "escalated"],
]);
/** Time until that outcome. */
const outcomeDelayMs = 5000;

function getDisputeOrderId({ context: { store }, id }: Call<unknown>): string | null {
	const charge = store.get(charges, store.get(disputes, id)?.charge ?? "");
	return charge && getOrderId(charge);
}

const retrieve = defineEndpoint({
	operation: "disputes.retrieve",
	schema: v.strictObject({}),
	getOrderIdForInjectedFaults: getDisputeOrderId,
	handler: ({ context, id }) => renderDispute(context.store, requireDispute(context, id)),
});

const evidenceParams = defineParamsSchema<Stripe.DisputeUpdateParams.Evidence>()({
	customer_email_address: v.optional(nonEmptyText),
	customer_name: v.optional(nonEmptyText),
	product_description: v.optional(nonEmptyText),
	shipping_carrier: v.optional(nonEmptyText),
	shipping_date: v.optional(nonEmptyText),
	shipping_tracking_number: v.optional(nonEmptyText),
	uncategorized_text: v.optional(nonEmptyText),
});

const update = defineEndpoint({
	operation: "disputes.update",
	schema: defineParamsSchema<Stripe.DisputeUpdateParams>()({
		evidence: v.optional(evidenceParams),
		metadata: v.optional(metadata),
		submit: v.optional(boolean, "true"),
	}),
	permission,
	getOrderIdForInjectedFaults: getDisputeOrderId,
	handler: ({ context, id, params: { evidence = {}, metadata: changes = {}, submit } }) => {
		const dispute = requireDispute(context, id);
		requireOpenDispute(dispute);
		const newEvidence = Object.entries(evidence).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value]],
		);
		const updated = saveDispute(context, {
			...dispute,
			evidence: { ...dispute.evidence, ...Object.fromEntries(newEvidence) },
			metadata: mergeMetadata(dispute.metadata, changes),
		});
		if (newEvidence.length === 0 || !submit) return renderDispute(context.store, updated);
		const outcome = outcomesByEvidence.get(evidence.uncategorized_text ?? "");
		if (outcome !== undefined) {
			scheduleTask(context, outcomeDelayMs, { objectType: "dispute", objectId: id, outcome });
		}
		return renderDispute(context.store, advanceDispute(context, updated, "under_review"));
	},
});

const close = defineEndpoint({
	operation: "disputes.close",
	schema: v.strictObject({}),
	permission,
	getOrderIdForInjectedFaults: getDisputeOrderId,
	handler: ({ context, id }) => {
		const dispute = requireDispute(context, id);
		const step = dispute.status.startsWith("warning_") ? "closed" : "lost";
		return renderDispute(context.store, advanceDispute(context, dispute, step));
	},
});

const list = defineEndpoint({
	operation: "disputes.list",
	schema: defineParamsSchema<Stripe.DisputeListParams>()({
		...listParams.entries,
		payment_intent: v.optional(nonEmptyText),
		charge: v.optional(nonEmptyText),
	}),
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params: { payment_intent: intent, charge, ...params } }) =>
		paginate(
			"/v1/disputes",
			"dispute",
			store
				.list(disputes)
				.filter((dispute) => intent === undefined || dispute.payment_intent === intent)
				.filter((dispute) => charge === undefined || dispute.charge === charge)
				.map((dispute) => renderDispute(store, dispute)),
			params,
		),
});

/** `/v1/disputes` (docs.stripe.com/api/disputes). */
export const disputeRoutes = new Hono<AppEnv>()
	.get("/", list)
	.get("/:id", retrieve)
	.post("/:id", update)
	.post("/:id/close", close);
