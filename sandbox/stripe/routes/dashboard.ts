import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../json.ts";
import { charge, saveIntent } from "../charging.ts";
import { settleIntent } from "../confirming.ts";
import { openDispute, requireDispute, stepDispute } from "../disputes.ts";
import { StripeError } from "../errors.ts";
import { createFraudWarning } from "../fraud-warnings.ts";
import { createIntent, requireIntent } from "../intents.ts";
import { type Charge, charges, type PaymentIntent } from "../objects.ts";
import { requirePaymentMethod } from "../payment-methods.ts";
import { createRefund, requireRefund, settleRefund } from "../refunds.ts";
import { renderDispute, renderFraudWarning } from "../render/dispute.ts";
import { renderIntent } from "../render/intent.ts";
import { renderRefund } from "../render/refund.ts";

const cents = v.pipe(v.number(), v.integer(), v.minValue(1));
const settlement = v.strictObject({ outcome: v.picklist(["succeeded", "failed"]) });
const refunding = v.strictObject({
	amount: v.optional(cents),
	reason: v.optional(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
});
const refundEnd = v.strictObject({
	outcome: v.picklist(["succeeded", "failed", "canceled"]),
	reason: v.optional(
		v.picklist([
			"lost_or_stolen_card",
			"expired_or_canceled_card",
			"charge_for_pending_refund_disputed",
			"insufficient_funds",
			"declined",
			"merchant_request",
			"unknown",
		]),
	),
});
const complaint = v.strictObject({
	reason: v.optional(
		v.picklist([
			"fraudulent",
			"product_not_received",
			"product_unacceptable",
			"duplicate",
			"credit_not_processed",
			"unrecognized",
			"general",
		]),
		"fraudulent",
	),
	inquiry: v.optional(v.boolean(), false),
	amount: v.optional(cents),
});
const disputeStep = v.strictObject({
	step: v.picklist(["under_review", "won", "lost", "escalated", "closed"]),
});
const otherAppCharge = v.strictObject({
	amount: cents,
	currency: v.optional(v.string(), "usd"),
	metadata: v.optional(v.record(v.string(), v.string()), {}),
	description: v.optional(v.string()),
	payment_method: v.optional(v.string(), "pm_card_visa"),
});

function chargeOf(context: SandboxContext, intent: PaymentIntent): Charge {
	const paid = intent.status === "succeeded" ? intent.latest_charge : null;
	const found = paid && context.store.get(charges, paid);
	if (found) return found;
	throw new StripeError(400, {
		type: "invalid_request_error",
		message: `This payment is ${intent.status}.`,
	});
}

/** Does one thing as the account's owner would in Stripe's dashboard; a refusal is 404 or 409. */
async function act<T>(
	c: Context<AppEnv>,
	schema: v.GenericSchema<unknown, T>,
	run: (context: SandboxContext, params: T) => unknown,
): Promise<Response> {
	const params = await readJson(c, schema);
	try {
		return Response.json(c.env.atomically(() => run(c.env, params)));
	} catch (error) {
		if (!(error instanceof StripeError)) throw error;
		return Response.json(
			{ message: error.message, code: error.body.code },
			{ status: error.status === 404 ? 404 : 409 },
		);
	}
}

const action = v.variant("action", [
	v.object({ action: v.literal("settle"), id: v.string(), ...settlement.entries }),
	v.object({ action: v.literal("refund"), id: v.string() }),
	v.object({ action: v.literal("dispute"), id: v.string() }),
	v.object({ action: v.literal("inquire"), id: v.string() }),
	v.object({ action: v.literal("warn"), id: v.string() }),
	v.object({ action: v.literal("settle-refund"), id: v.string(), ...refundEnd.entries }),
	v.object({ action: v.literal("step"), id: v.string(), ...disputeStep.entries }),
	v.object({ action: v.literal("other-app") }),
]);

/** Does what a button of the sandbox's page asks for. @returns null, or why Stripe refuses it */
export function runDashboardAction(context: SandboxContext, fields: unknown): string | null {
	const parsed = v.safeParse(action, fields);
	if (!parsed.success) return "There is no such button.";
	try {
		context.atomically(() => press(context, parsed.output));
		return null;
	} catch (error) {
		if (!(error instanceof StripeError)) throw error;
		return error.message;
	}
}

function press(context: SandboxContext, wish: v.InferOutput<typeof action>): void {
	const paid = (id: string) => chargeOf(context, requireIntent(context, id));
	if (wish.action === "settle")
		settleIntent(context, requireIntent(context, wish.id), wish.outcome);
	if (wish.action === "refund") createRefund(context, { payment_intent: wish.id });
	if (wish.action === "dispute") openDispute(context, paid(wish.id), { reason: "fraudulent" });
	if (wish.action === "inquire") {
		openDispute(context, paid(wish.id), { reason: "fraudulent", inquiry: true });
	}
	if (wish.action === "warn") createFraudWarning(context, paid(wish.id));
	if (wish.action === "settle-refund") settleRefund(context, requireRefund(context, wish.id), wish);
	if (wish.action === "step") stepDispute(context, requireDispute(context, wish.id), wish.step);
	if (wish.action === "other-app")
		chargeFromOtherApp(context, v.parse(otherAppCharge, { amount: 88_800 }));
}

function chargeFromOtherApp(
	context: SandboxContext,
	{ payment_method, ...params }: v.InferOutput<typeof otherAppCharge>,
): PaymentIntent {
	const methods = {
		allowed_payment_method_types: null,
		automatic_payment_methods: { enabled: true },
	};
	const made = createIntent(context, params, methods);
	const method = requirePaymentMethod(context, payment_method);
	return charge(context, saveIntent(context, made), method);
}

const path = (c: Context<AppEnv>) => c.req.param("id") ?? "";

/**
 * What happens without the shop: a bank decides, the owner refunds in the dashboard, a card's holder disputes, another
 * app on the same account charges a card (`/other-app`).
 */
export const dashboardRoutes = new Hono<AppEnv>()
	.post("/intents/:id/settle", (c) =>
		act(c, settlement, (context, { outcome }) =>
			renderIntent(context.store, settleIntent(context, requireIntent(context, path(c)), outcome)),
		),
	)
	.post("/intents/:id/refund", (c) =>
		act(c, refunding, (context, params) =>
			renderRefund(createRefund(context, { ...params, payment_intent: path(c) })),
		),
	)
	.post("/intents/:id/dispute", (c) =>
		act(c, complaint, (context, params) => {
			const disputed = chargeOf(context, requireIntent(context, path(c)));
			return renderDispute(context.store, openDispute(context, disputed, params));
		}),
	)
	.post("/intents/:id/fraud-warning", (c) =>
		act(c, v.strictObject({}), (context) => {
			const warning = createFraudWarning(
				context,
				chargeOf(context, requireIntent(context, path(c))),
			);
			return renderFraudWarning(context.store, warning);
		}),
	)
	.post("/refunds/:id/settle", (c) =>
		act(c, refundEnd, (context, end) =>
			renderRefund(settleRefund(context, requireRefund(context, path(c)), end)),
		),
	)
	.post("/disputes/:id/step", (c) =>
		act(c, disputeStep, (context, { step }) =>
			renderDispute(context.store, stepDispute(context, requireDispute(context, path(c)), step)),
		),
	)
	.post("/other-app", (c) =>
		act(c, otherAppCharge, (context, params) =>
			renderIntent(context.store, chargeFromOtherApp(context, params)),
		),
	);
