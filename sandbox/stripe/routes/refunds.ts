import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { refusal } from "../errors.ts";
import { orderOf } from "../event-log.ts";
import { integer, metadata, text } from "../form.ts";
import { mergeMetadata } from "../intents.ts";
import { listParams, page } from "../lists.ts";
import { charges, paymentIntents, refunds } from "../objects.ts";
import { paramsOf } from "../params.ts";
import { emitRefundChange, saveRefund } from "../refund-books.ts";
import { createRefund, requireRefund } from "../refunds.ts";
import { renderRefund } from "../render/refund.ts";

const createParams = paramsOf<Stripe.RefundCreateParams>()({
	payment_intent: v.optional(text),
	charge: v.optional(text),
	amount: v.optional(integer),
	reason: v.optional(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
	metadata: v.optional(metadata),
});

function orderOfRefund({ context: { store }, id }: Call<unknown>): string | null {
	const charge = store.get(charges, store.get(refunds, id)?.charge ?? "");
	return charge && orderOf(charge);
}

const create = endpoint({
	operation: "refunds.create",
	schema: createParams,
	order: ({ context: { store }, params }) => {
		const subject =
			store.get(paymentIntents, params.payment_intent ?? "") ??
			store.get(charges, params.charge ?? "");
		return subject && orderOf(subject);
	},
	run: ({ context, params }) => renderRefund(createRefund(context, params)),
});

const retrieve = endpoint({
	operation: "refunds.retrieve",
	schema: v.strictObject({}),
	order: orderOfRefund,
	run: ({ context, id }) => renderRefund(requireRefund(context, id)),
});

const update = endpoint({
	operation: "refunds.update",
	schema: paramsOf<Stripe.RefundUpdateParams>()({ metadata: v.optional(metadata) }),
	order: orderOfRefund,
	run: ({ context, id, params }) => {
		const before = requireRefund(context, id);
		const merged = mergeMetadata(before.metadata, params.metadata ?? {});
		const after = saveRefund(context, { ...before, metadata: merged });
		emitRefundChange(context, before, after);
		return renderRefund(after);
	},
});

const cancel = endpoint({
	operation: "refunds.cancel",
	schema: v.strictObject({}),
	order: orderOfRefund,
	run: ({ context, id }) => {
		requireRefund(context, id);
		throw refusal("Canceling this refund is unsupported.");
	},
});

const list = endpoint({
	operation: "refunds.list",
	schema: paramsOf<Stripe.RefundListParams>()({
		...listParams.entries,
		payment_intent: v.optional(text),
		charge: v.optional(text),
	}),
	order: () => null,
	run: ({ context, params: { payment_intent: intent, charge, ...params } }) =>
		page(
			"/v1/refunds",
			"refund",
			context.store
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
	.get("/:id", retrieve)
	.post("/:id", update)
	.post("/:id/cancel", cancel);
