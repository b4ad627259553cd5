import { Hono } from "hono";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { idempotencyKeySchema, orderSchema, settleSchema } from "#contract/schemas/orders.ts";
import { paymentIntentSchema } from "#contract/schemas/payments.ts";
import { requireOwnEmail, requireShopper } from "#worker/auth/guards.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { getAllOrders, getOrdersOf, requireOrder } from "#worker/shop/orders/read.ts";
import { deleteOrder } from "#worker/shop/orders/remove.ts";
import { shiftOrder } from "#worker/shop/orders/shift.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { check, readBody } from "./body.ts";
import { deleted, inserted, modified, orderJson } from "./respond.ts";

export const orders = new Hono<FrontDoor>()
	.post("/orders", async (context) => {
		const { shop } = context.var;
		requireShopper(shop);
		const { toolId, email, ...purchase } = await readBody(context, orderSchema);
		requireOwnEmail(shop, email);
		const key = context.req.header("Idempotency-Key");
		const idempotencyKey = key === undefined ? null : check(idempotencyKeySchema, key);
		return context.json(
			inserted(await placeOrder(shop, { ...purchase, productId: toolId, idempotencyKey })),
		);
	})
	.get("/orders/:email", async (context) =>
		context.json((await getOrdersOf(context.var.shop, context.req.param("email"))).map(orderJson)),
	)
	.delete("/orders/:id", async (context) => {
		await deleteOrder(context.var.shop, context.req.param("id"));
		return context.json(deleted(1));
	})
	.patch("/orders/:id", async (context) => {
		const id = context.req.param("id");
		const { order, transactionID } = await readBody(context, settleSchema);
		if (order !== undefined && order !== id) throw fieldError("order", failure.orderNotFound);
		return context.json(modified(await confirmPayment(context.var.shop, id, transactionID)));
	})
	.get("/allorders", async (context) =>
		context.json((await getAllOrders(context.var.shop)).map(orderJson)),
	)
	.get("/specificorders/:id", async (context) =>
		context.json(orderJson(await requireOrder(context.var.shop, context.req.param("id")))),
	)
	.patch("/shiftorders/:id", async (context) =>
		context.json(modified(await shiftOrder(context.var.shop, context.req.param("id")))),
	)
	.post("/create-payment-intent", async (context) => {
		const { shop } = context.var;
		requireShopper(shop);
		const { price, order } = await readBody(context, paymentIntentSchema);
		return context.json({ clientSecret: await startPayment(shop, price, order ?? null) });
	});
