import { Hono } from "hono";
import { serviceCalls } from "#contract/calls/service.ts";
import { readText } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { isHealthy } from "#worker/shop/status/services.ts";
import { answer, answerRaw } from "./calls.ts";

export const service = new Hono<AppEnv>();

answer(service, serviceCalls.receiveStripeEvent, async ({ shop, context }) => {
	const signature = context.req.header("Stripe-Signature") ?? "";
	await receiveEvent(shop, await readText(context.req.raw), signature);
	return { received: true };
});

answer(service, serviceCalls.checkHealth, async ({ shop }) => ({ ok: await isHealthy(shop) }));

/** Written when it is first asked for: the Worker starts without it. */
answerRaw(service, serviceCalls.getDocument, async (context) => {
	const { writeOpenApi } = await import("#contract/openapi.ts");
	context.header("Cache-Control", "public, max-age=300");
	return context.json(writeOpenApi(context.var.shop.origin));
});
