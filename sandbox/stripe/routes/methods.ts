import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { endpoint } from "../endpoint.ts";
import {
	createPaymentMethod,
	paymentMethodParams,
	requirePaymentMethod,
} from "../payment-methods.ts";
import { renderMethodForBrowser } from "../render/browser.ts";
import { renderMethod } from "../render/method.ts";

const create = endpoint({
	operation: "payment_methods.create",
	schema: paymentMethodParams,
	browser: true,
	order: () => null,
	run: ({ context, params, caller }) => {
		const made = createPaymentMethod(context, params);
		return caller.key === "publishable" ? renderMethodForBrowser(made) : renderMethod(made);
	},
});

const retrieve = endpoint({
	operation: "payment_methods.retrieve",
	schema: v.strictObject({}),
	order: () => null,
	run: ({ context, id }) => renderMethod(requirePaymentMethod(context, id)),
});

/** `/v1/payment_methods` (docs.stripe.com/api/payment_methods). */
export const methodRoutes = new Hono<AppEnv>().post("/", create).get("/:id", retrieve);
