import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import { type Call, defineEndpoint } from "../endpoint.ts";
import { ParameterError, resourceMissing, StripeError } from "../errors.ts";
import { getOrderId } from "../event-log.ts";
import { boolean, integer, metadata, nonEmptyText } from "../form-encoding.ts";
import {
	authenticateIntent,
	cancelIntent,
	confirmIntent,
	findDeclineError,
} from "../intent-actions.ts";
import { createIntent, requireIntent, updateIntent } from "../intents.ts";
import { listParams, paginate } from "../lists.ts";
import { type PaymentIntent, paymentIntents } from "../objects.ts";
import { defineParamsSchema } from "../params-schema.ts";
import {
	createPaymentMethod,
	paymentMethodParams,
	requirePaymentMethod,
} from "../payment-methods.ts";
import { renderIntentForBrowser, renderMethodForBrowser } from "../render/for-browser.ts";
import { renderIntent } from "../render/intent.ts";

const currency = v.pipe(nonEmptyText, v.toLowerCase());
const optionalText = v.optional(nonEmptyText);
const commonParams = {
	metadata: v.optional(metadata),
	description: v.optional(v.string()),
	receipt_email: v.optional(v.string()),
	payment_method: optionalText,
};
const createParamsSchema = defineParamsSchema<Stripe.PaymentIntentCreateParams>()({
	...commonParams,
	amount: integer,
	currency,
	confirm: v.optional(boolean, "false"),
	allowed_payment_method_types: v.optional(v.array(v.picklist(["card", "link"]))),
	automatic_payment_methods: v.optional(
		v.strictObject({
			enabled: boolean,
			allow_redirects: v.optional(v.picklist(["always", "never"])),
		}),
	),
	capture_method: v.optional(v.picklist(["automatic", "automatic_async"])),
	return_url: optionalText,
});
const updateParamsSchema = defineParamsSchema<Stripe.PaymentIntentUpdateParams>()({
	...commonParams,
	amount: v.optional(integer),
	currency: v.optional(currency),
});
const confirmParamsSchema = defineParamsSchema<Stripe.PaymentIntentConfirmParams>()({
	payment_method: optionalText,
	payment_method_data: v.optional(paymentMethodParams),
	receipt_email: v.optional(v.string()),
	mandate_data: v.optional(
		v.strictObject({
			customer_acceptance: v.strictObject({
				type: v.literal("online"),
				online: v.strictObject({ infer_from_client: v.literal("true") }),
			}),
		}),
	),
	return_url: optionalText,
	use_stripe_sdk: v.optional(boolean),
});
const cancelParamsSchema = defineParamsSchema<Stripe.PaymentIntentCancelParams>()({
	cancellation_reason: v.optional(
		v.picklist(["duplicate", "fraudulent", "requested_by_customer", "abandoned"]),
	),
});
const noParams = v.strictObject({});

/** @throws StripeError 404 if there is no such intent, or if a publishable key is sent with another intent's client secret */
function getIntent({ context, id, auth }: Call<unknown>): PaymentIntent {
	const intent = requireIntent(context, id);
	if (auth.keyType === "publishable" && auth.clientSecret !== intent.client_secret) {
		throw resourceMissing("payment_intent", id, "intent");
	}
	return intent;
}

function getIntentOrderId({ context, id }: Call<unknown>): string | null {
	const intent = context.store.get(paymentIntents, id);
	return intent && getOrderId(intent);
}

function renderForKey({ auth, context: { store } }: Call<unknown>, intent: PaymentIntent) {
	return auth.keyType === "publishable"
		? renderIntentForBrowser(store, intent)
		: renderIntent(store, intent);
}

/** Runs an operation. If it throws for a publishable key, removes from the error the fields that the key cannot read. */
function redactErrorsForBrowser<Result>(call: Call<unknown>, run: () => Result): Result {
	try {
		return run();
	} catch (error) {
		const hasIntent = error instanceof StripeError && error.body.payment_intent !== undefined;
		if (!hasIntent || call.auth.keyType !== "publishable") throw error;
		const intent = getIntent(call);
		const failedMethod = intent.last_payment_error?.payment_method;
		const method =
			error.body.payment_method && typeof failedMethod === "string" ? failedMethod : null;
		throw new StripeError(error.status, {
			...error.body,
			payment_intent: renderForKey(call, intent),
			...(method !== null && {
				payment_method: renderMethodForBrowser(requirePaymentMethod(call.context, method)),
			}),
		});
	}
}

function confirmAndRender(
	call: Call<{ receipt_email?: string | undefined; mandate_data?: object | undefined }>,
	methodId?: string,
) {
	const intent = getIntent(call);
	const { receipt_email, mandate_data } = call.params;
	const confirmed = confirmIntent(
		call.context,
		receipt_email ? updateIntent(call.context, intent, { receipt_email }) : intent,
		methodId,
		mandate_data !== undefined,
	);
	const declined = findDeclineError(call.context, confirmed, renderForKey(call, confirmed));
	if (declined) throw declined;
	return renderForKey(call, confirmed);
}

const create = defineEndpoint({
	operation: "payment_intents.create",
	schema: createParamsSchema,
	getOrderIdForInjectedFaults: ({ params }) => params.metadata?.order ?? null,
	handler: (call) => {
		const { context, params } = call;
		const methods = {
			allowed_payment_method_types: params.allowed_payment_method_types ?? null,
			automatic_payment_methods: params.automatic_payment_methods ?? null,
		};
		if (methods.allowed_payment_method_types && methods.automatic_payment_methods) {
			throw new ParameterError(
				"allowed_payment_method_types",
				null,
				"You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.",
			);
		}
		const intent = createIntent(context, params, methods);
		return params.confirm
			? confirmAndRender({ ...call, id: intent.id })
			: renderIntent(context.store, intent);
	},
});

const retrieve = defineEndpoint({
	operation: "payment_intents.retrieve",
	schema: noParams,
	acceptsPublishableKey: true,
	getOrderIdForInjectedFaults: getIntentOrderId,
	handler: (call) => renderForKey(call, getIntent(call)),
});

const update = defineEndpoint({
	operation: "payment_intents.update",
	schema: updateParamsSchema,
	getOrderIdForInjectedFaults: getIntentOrderId,
	handler: (call) =>
		renderIntent(call.context.store, updateIntent(call.context, getIntent(call), call.params)),
});

const confirm = defineEndpoint({
	operation: "payment_intents.confirm",
	schema: confirmParamsSchema,
	acceptsPublishableKey: true,
	getOrderIdForInjectedFaults: getIntentOrderId,
	handler: (call) => {
		const { payment_method: id, payment_method_data: data } = call.params;
		return redactErrorsForBrowser(call, () =>
			confirmAndRender(call, data ? createPaymentMethod(call.context, data).id : id),
		);
	},
});

/** Stripe has no such endpoint: the 3-D Secure dialog of the Stripe.js mock sends the customer's choice to it. */
const authenticate = defineEndpoint({
	operation: "payment_intents.authenticate",
	schema: v.strictObject({ outcome: v.picklist(["complete", "fail"]) }),
	acceptsPublishableKey: true,
	getOrderIdForInjectedFaults: getIntentOrderId,
	handler: (call) =>
		redactErrorsForBrowser(call, () =>
			renderForKey(call, authenticateIntent(call.context, getIntent(call), call.params.outcome)),
		),
});

const cancel = defineEndpoint({
	operation: "payment_intents.cancel",
	schema: cancelParamsSchema,
	getOrderIdForInjectedFaults: getIntentOrderId,
	handler: (call) =>
		renderIntent(
			call.context.store,
			cancelIntent(call.context, getIntent(call), call.params.cancellation_reason ?? null),
		),
});

const list = defineEndpoint({
	operation: "payment_intents.list",
	schema: listParams,
	getOrderIdForInjectedFaults: () => null,
	handler: ({ context: { store }, params }) =>
		paginate(
			"/v1/payment_intents",
			"payment_intent",
			store.list(paymentIntents).map((intent) => renderIntent(store, intent)),
			params,
		),
});

/** `/v1/payment_intents` (docs.stripe.com/api/payment_intents). */
export const intentRoutes = new Hono<AppEnv>()
	.post("/", create)
	.get("/", list)
	.get("/:id", retrieve)
	.post("/:id", update)
	.post("/:id/confirm", confirm)
	.post("/:id/authenticate", authenticate)
	.post("/:id/cancel", cancel);
