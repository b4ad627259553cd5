import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { type Call, defineEndpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { getOrderId } from "../event-log.ts";
import { integer, metadata, nonEmptyText } from "../form-encoding.ts";
import { mergeMetadata } from "../intents.ts";
import { listParams, paginate } from "../lists.ts";
import { charges, paymentIntents, refunds } from "../objects.ts";
import { defineParamsSchema } from "../params-schema.ts";
import { emitRefundUpdated, saveRefund } from "../refund-changes.ts";
import { createRefund, requireRefund } from "../refunds.ts";
import { renderRefund } from "../render/refund.ts";

const createParamsSchema = defineParamsSchema<Stripe.RefundCreateParams>()({
	payment_intent: v.optional(nonEmptyText),
	charge: v.optional(nonEmptyText),
	amount: v.optional(integer),
	reason: v.optional(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
	metadata: v.optional(metadata),
});

function getRefundOrderId({ context: { store }, id }: Call<unknown>): string | null {
	const charge = store.get(charges, store.get(refunds, id)?.charge ?? "");
	return charge && getOrderId(charge);
}

const create = defineEndpoint({
	operation: "refunds.create",
	schema: createParamsSchema,
	getOrderIdForInjectedFaults: ({ context: { store }, params }) => {
		const intentOrCharge =
			store.get(paymentIntents, params.payment_intent ?? "") ??
			store.get(charges, params.charge ?? "");
		return intentOrCharge && getOrderId(intentOrCharge);
	},
	handler: ({ context, params }) => renderRefund(createRefund(context, params)),
});

const retrieve = defineEndpoint({
	operation: "refunds.retrieve",
	schema: v.strictObject({}),
	getOrderIdForInjectedFaults: getRefundOrderId,
	handler: ({ context, id }) => renderRefund(requireRefund(context, id)),
});

const update = defineEndpoint({
	operation: "refunds.update",
	schema: defineParamsSchema<Stripe.RefundUpdateParams>()({ metadata: v.optional(metadata) }),
	getOrderIdForInjectedFaults: getRefundOrderId,
	handler: ({ context, id, params }) => {
		const previous = requireRefund(context, id);
		const merged = mergeMetadata(previous.metadata, params.metadata ?? {});
		const updated = saveRefund(context, { ...previous, metadata: merged });
		emitRefundUpdated(context, previous, updated);
		return renderRefund(updated);
	},
});

const cancel = defineEndpoint({
	operation: "refunds.cancel",
	schema: v.strictObject({}),
	getOrderIdForInjectedFaults: getRefundOrderId,
	handler: ({ context, id }) => {
		requireRefund(context, id);
		throw invalidRequest("Canceling this refund is unsupported.");
	},
});

const list = defineEndpoint({
	operation: "refunds.list",
	schema: defineParamsSchema<Stripe.RefundListParams>()({
		...listParams.entries,
		payment_intent: v.optional(nonEmptyText),
		charge: v.optional(nonEmptyText),
	}),
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context, params: { payment_intent: intent, charge, ...params } }) =>
		paginate(
			"/v1/refunds",
			"refund",
			context.store
				.list(refunds)
				.filter((refund) => intent === undefined || refund.payment_intent === intent)
				.filter((refund) => charge === undefined || refund.charge === charge)
				.map(renderRefund),
			params,
		),
});

/** `/v1/refunds` (docs.stripe.com/api/refunds). */
export const refundRoutes = new Hono<AppEnv>()
	.post("/", create)
	.get("/", list)
	.get("/:id", retrieve)
	.post("/:id", update)
	.post("/:id/cancel", cancel);
