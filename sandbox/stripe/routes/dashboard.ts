import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../env.ts";
import { readJson } from "../../read-json.ts";
import { chargeCard, saveIntent } from "../charge-card.ts";
import { advanceDispute, openDispute, requireDispute } from "../disputes.ts";
import { StripeError } from "../errors.ts";
import { createFraudWarning } from "../fraud-warnings.ts";
import { settleIntent } from "../intent-actions.ts";
import { createIntent, requireIntent } from "../intents.ts";
import { type Charge, charges, type PaymentIntent } from "../objects.ts";
import { requirePaymentMethod } from "../payment-methods.ts";
import { createRefund, requireRefund, settleRefund } from "../refunds.ts";
import { renderDispute, renderFraudWarning } from "../render/dispute.ts";
import { renderIntent } from "../render/intent.ts";
import { renderRefund } from "../render/refund.ts";

const cents = v.pipe(v.number(), v.integer(), v.minValue(1));
const intentSettlement = v.strictObject({ outcome: v.picklist(["succeeded", "failed"]) });
const refundInput = v.strictObject({
	amount: v.optional(cents),
	reason: v.optional(v.picklist(["duplicate", "fraudulent", "requested_by_customer"])),
});
const refundSettlement = v.strictObject({
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
const disputeInput = v.strictObject({
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

function getCharge(context: SandboxContext, intent: PaymentIntent): Charge {
	const id = intent.status === "succeeded" ? intent.latest_charge : null;
	const charge = id && context.store.get(charges, id);
	if (charge) return charge;
	throw new StripeError(400, {
		type: "invalid_request_error",
		message: `This payment is ${intent.status}.`,
	});
}

/** Runs an action with the request's JSON body. If Stripe would reject it, responds with 404 or 409. */
async function respondToAction<T>(
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

const buttonForm = v.variant("action", [
	v.object({ action: v.literal("settle"), id: v.string(), ...intentSettlement.entries }),
	v.object({ action: v.literal("refund"), id: v.string() }),
	v.object({ action: v.literal("dispute"), id: v.string() }),
	v.object({ action: v.literal("inquire"), id: v.string() }),
	v.object({ action: v.literal("warn"), id: v.string() }),
	v.object({ action: v.literal("settle-refund"), id: v.string(), ...refundSettlement.entries }),
	v.object({ action: v.literal("step"), id: v.string(), ...disputeStep.entries }),
	v.object({ action: v.literal("other-app") }),
]);

/**
 * Runs the action of a button on the payments page.
 * @returns null, or Stripe's error message
 */
export function runDashboardAction(context: SandboxContext, fields: unknown): string | null {
	const parsed = v.safeParse(buttonForm, fields);
	if (!parsed.success) return "Unknown action.";
	try {
		context.atomically(() => runButtonAction(context, parsed.output));
		return null;
	} catch (error) {
		if (!(error instanceof StripeError)) throw error;
		return error.message;
	}
}

function runButtonAction(context: SandboxContext, form: v.InferOutput<typeof buttonForm>): void {
	const getIntentCharge = (id: string) => getCharge(context, requireIntent(context, id));
	switch (form.action) {
		case "settle":
			settleIntent(context, requireIntent(context, form.id), form.outcome);
			break;
		case "refund":
			createRefund(context, { payment_intent: form.id });
			break;
		case "dispute":
			openDispute(context, getIntentCharge(form.id), { reason: "fraudulent" });
			break;
		case "inquire":
			openDispute(context, getIntentCharge(form.id), { reason: "fraudulent", inquiry: true });
			break;
		case "warn":
			createFraudWarning(context, getIntentCharge(form.id));
			break;
		case "settle-refund":
			settleRefund(context, requireRefund(context, form.id), form);
			break;
		case "step":
			advanceDispute(context, requireDispute(context, form.id), form.step);
			break;
		case "other-app":
			chargeFromOtherApp(context, v.parse(otherAppCharge, { amount: 88_800 }));
	}
}

function chargeFromOtherApp(
	context: SandboxContext,
	{ payment_method, ...params }: v.InferOutput<typeof otherAppCharge>,
): PaymentIntent {
	const methods = {
		allowed_payment_method_types: null,
		automatic_payment_methods: { enabled: true },
	};
	const intent = createIntent(context, params, methods);
	const method = requirePaymentMethod(context, payment_method);
	return chargeCard(context, saveIntent(context, intent), method);
}

const getIdParam = (c: Context<AppEnv>) => c.req.param("id") ?? "";

/**
 * Serves actions that do not come from the shop: decisions by banks, disputes by cardholders, the owner's actions in the
 * Dashboard, and charges by another app on the same Stripe account.
 */
export const dashboardRoutes = new Hono<AppEnv>()
	.post("/intents/:id/settle", (c) =>
		respondToAction(c, intentSettlement, (context, { outcome }) =>
			renderIntent(
				context.store,
				settleIntent(context, requireIntent(context, getIdParam(c)), outcome),
			),
		),
	)
	.post("/intents/:id/refund", (c) =>
		respondToAction(c, refundInput, (context, params) =>
			renderRefund(createRefund(context, { ...params, payment_intent: getIdParam(c) })),
		),
	)
	.post("/intents/:id/dispute", (c) =>
		respondToAction(c, disputeInput, (context, params) => {
			const charge = getCharge(context, requireIntent(context, getIdParam(c)));
			return renderDispute(context.store, openDispute(context, charge, params));
		}),
	)
	.post("/intents/:id/fraud-warning", (c) =>
		respondToAction(c, v.strictObject({}), (context) => {
			const warning = createFraudWarning(
				context,
				getCharge(context, requireIntent(context, getIdParam(c))),
			);
			return renderFraudWarning(context.store, warning);
		}),
	)
	.post("/refunds/:id/settle", (c) =>
		respondToAction(c, refundSettlement, (context, params) =>
			renderRefund(settleRefund(context, requireRefund(context, getIdParam(c)), params)),
		),
	)
	.post("/disputes/:id/step", (c) =>
		respondToAction(c, disputeStep, (context, { step }) =>
			renderDispute(
				context.store,
				advanceDispute(context, requireDispute(context, getIdParam(c)), step),
			),
		),
	)
	.post("/other-app", (c) =>
		respondToAction(c, otherAppCharge, (context, params) =>
			renderIntent(context.store, chargeFromOtherApp(context, params)),
		),
	);
