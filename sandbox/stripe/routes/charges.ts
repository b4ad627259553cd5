import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { endpoint } from "../endpoint.ts";
import { missing } from "../errors.ts";
import { orderOf } from "../event-log.ts";
import { text } from "../form.ts";
import { listParams, page } from "../lists.ts";
import { charges } from "../objects.ts";
import { paramsOf } from "../params.ts";
import { renderCharge } from "../render/charge.ts";

const retrieve = endpoint({
	operation: "charges.retrieve",
	schema: v.strictObject({}),
	order: ({ context: { store }, id }) => {
		const charge = store.get(charges, id);
		return charge && orderOf(charge);
	},
	run: ({ context: { store }, id }) => {
		const charge = store.get(charges, id);
		if (!charge) throw missing("charge", id);
		return renderCharge(charge);
	},
});

const list = endpoint({
	operation: "charges.list",
	schema: paramsOf<Stripe.ChargeListParams>()({
		...listParams.entries,
		payment_intent: v.optional(text),
	}),
	order: () => null,
	run: ({ context: { store }, params: { payment_intent: intent, ...params } }) =>
		page(
			"/v1/charges",
			"charge",
			store
				.list(charges)
				.filter((each) => intent === undefined || each.payment_intent === intent)
				.map(renderCharge),
			params,
		),
});

/** `/v1/charges` (docs.stripe.com/api/charges). */
export const chargeRoutes = new Hono<AppEnv>().get("/", list).get("/:id", retrieve);
