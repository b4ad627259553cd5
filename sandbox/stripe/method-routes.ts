import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { endpoint } from "./endpoint.ts";
import { createPaymentMethod, paymentMethodParams } from "./payment-methods.ts";
import { renderMethod } from "./render.ts";

const create = endpoint({
	operation: "payment_methods.create",
	schema: paymentMethodParams,
	browser: true,
	order: () => null,
	run: ({ world, params }) => renderMethod(createPaymentMethod(world, params)),
});

/** `/v1/payment_methods` (docs.stripe.com/api/payment_methods). */
export const methodRoutes = new Hono<AppEnv>().post("/", create);
