import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { defineEndpoint } from "../endpoint.ts";
import { resourceMissing } from "../errors.ts";
import { getOrderId } from "../event-log.ts";
import { nonEmptyText } from "../form-encoding.ts";
import { listParams, paginate } from "../lists.ts";
import { charges } from "../objects.ts";
import { defineParamsSchema } from "../params-schema.ts";
import { renderCharge } from "../render/charge.ts";

const retrieve = defineEndpoint({
	operation: "charges.retrieve",
	schema: v.strictObject({}),
	getOrderIdForInjectedFaults: ({ context: { store }, id }) => {
		const charge = store.get(charges, id);
		return charge && getOrderId(charge);
	},
	handler: ({ context: { store }, id }) => {
		const charge = store.get(charges, id);
		if (!charge) throw resourceMissing("charge", id);
		return renderCharge(charge);
	},
});

const list = defineEndpoint({
	operation: "charges.list",
	schema: defineParamsSchema<Stripe.ChargeListParams>()({
		...listParams.entries,
		payment_intent: v.optional(nonEmptyText),
	}),
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params: { payment_intent: intent, ...params } }) =>
		paginate(
			"/v1/charges",
			"charge",
			store
				.list(charges)
				.filter((charge) => intent === undefined || charge.payment_intent === intent)
				.map(renderCharge),
			params,
		),
});

/** `/v1/charges` (docs.stripe.com/api/charges). */
export const chargeRoutes = new Hono<AppEnv>().get("/", list).get("/:id", retrieve);
