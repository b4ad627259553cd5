import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { defineEndpoint } from "../endpoint.ts";
import {
	createPaymentMethod,
	paymentMethodParams,
	requirePaymentMethod,
} from "../payment-methods.ts";
import { renderMethodForBrowser } from "../render/for-browser.ts";
import { renderMethod } from "../render/method.ts";

const create = defineEndpoint({
	operation: "payment_methods.create",
	schema: paymentMethodParams,
	acceptsPublishableKey: true,
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context, params, auth }) => {
		const method = createPaymentMethod(context, params);
		return auth.keyType === "publishable" ? renderMethodForBrowser(method) : renderMethod(method);
	},
});

const retrieve = defineEndpoint({
	operation: "payment_methods.retrieve",
	schema: v.strictObject({}),
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context, id }) => renderMethod(requirePaymentMethod(context, id)),
});

/** `/v1/payment_methods` (docs.stripe.com/api/payment_methods). */
export const methodRoutes = new Hono<AppEnv>().post("/", create).get("/:id", retrieve);
