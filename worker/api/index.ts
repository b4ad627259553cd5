import { Hono } from "hono";
import type { FrontDoor } from "#worker/front/visit.ts";
import { isHealthy } from "#worker/shop/health.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { getReviews } from "#worker/shop/reviews/read.ts";
import { accounts } from "./accounts.ts";
import { readText } from "./body.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";
import { reviewJson } from "./respond.ts";

/** Every call of specification.md §7 and architecture.md "Calls". */
export const api = new Hono<FrontDoor>()
	.route("/", products)
	.route("/", orders)
	.route("/", accounts)
	.get("/getreviews", async (context) =>
		context.json((await getReviews(context.var.shop)).map(reviewJson)),
	)
	.post("/webhooks/stripe", async (context) => {
		const signature = context.req.header("Stripe-Signature") ?? "";
		await receiveEvent(context.var.shop, await readText(context.req.raw), signature);
		return context.json({ received: true });
	})
	.get("/healthz", async (context) => context.json({ ok: await isHealthy(context.var.shop) }));
