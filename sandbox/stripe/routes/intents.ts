import { Hono } from "hono";
import type Stripe from "stripe";
import * as v from "valibot";
import type { AppEnv } from "../../env.ts";
import {
	authenticateIntent,
	cancelIntent,
	confirmIntent,
	declinedResponse,
} from "../confirming.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { missing, ParameterError, StripeError } from "../errors.ts";
import { orderOf } from "../event-log.ts";
import { boolean, integer, metadata, text } from "../form.ts";
import { changeIntent, createIntent, type IntentChanges, requireIntent } from "../intents.ts";
import { listParams, page } from "../lists.ts";
import { type PaymentIntent, paymentIntents } from "../objects.ts";
import { paramsOf } from "../params.ts";
import {
	createPaymentMethod,
	paymentMethodParams,
	requirePaymentMethod,
} from "../payment-methods.ts";
import { renderIntentForBrowser, renderMethodForBrowser } from "../render/browser.ts";
import { renderIntent } from "../render/intent.ts";

const currency = v.pipe(text, v.toLowerCase());
const optional = v.optional(text);
const changes = {
	metadata: v.optional(metadata),
	description: v.optional(v.string()),
	receipt_email: v.optional(v.string()),
	payment_method: optional,
};
const createParams = paramsOf<Stripe.PaymentIntentCreateParams>()({
	...changes,
	amount: integer,
	currency,
	confirm: v.optional(boolean, "false"),
	allowed_payment_method_types: v.optional(v.array(v.literal("card"))),
	automatic_payment_methods: v.optional(
		v.strictObject({
			enabled: boolean,
			allow_redirects: v.optional(v.picklist(["always", "never"])),
		}),
	),
	capture_method: v.optional(v.picklist(["automatic", "automatic_async"])),
	return_url: optional,
});
const updateParams = paramsOf<Stripe.PaymentIntentUpdateParams>()({
	...changes,
	amount: v.optional(integer),
	currency: v.optional(currency),
});
const confirmParams = paramsOf<Stripe.PaymentIntentConfirmParams>()({
	payment_method: optional,
	payment_method_data: v.optional(paymentMethodParams),
	receipt_email: v.optional(v.string()),
	return_url: optional,
	use_stripe_sdk: v.optional(boolean),
});
const cancelParams = paramsOf<Stripe.PaymentIntentCancelParams>()({
	cancellation_reason: v.optional(
		v.picklist(["duplicate", "fraudulent", "requested_by_customer", "abandoned"]),
	),
});
const nothing = v.strictObject({});

/** Returns the intent in the path; to a browser only the one that its client secret opens (404). */
function intentOf({ context, id, caller }: Call<unknown>): PaymentIntent {
	const intent = requireIntent(context, id);
	if (caller.key === "publishable" && caller.clientSecret !== intent.client_secret) {
		throw missing("payment_intent", id, "intent");
	}
	return intent;
}

function orderOfIntent({ context, id }: Call<unknown>): string | null {
	const intent = context.store.get(paymentIntents, id);
	return intent && orderOf(intent);
}

function show({ caller, context: { store } }: Call<unknown>, intent: PaymentIntent) {
	return caller.key === "publishable"
		? renderIntentForBrowser(store, intent)
		: renderIntent(store, intent);
}

/** Does a browser's step; a refusal shows the intent as the browser may see it. */
function asSeenByCaller<Answer>(call: Call<unknown>, run: () => Answer): Answer {
	try {
		return run();
	} catch (error) {
		const hides = error instanceof StripeError && error.body.payment_intent !== undefined;
		if (!hides || call.caller.key !== "publishable") throw error;
		const intent = intentOf(call);
		const tried = intent.last_payment_error?.payment_method;
		const method = error.body.payment_method && typeof tried === "string" ? tried : null;
		throw new StripeError(error.status, {
			...error.body,
			payment_intent: show(call, intent),
			...(method !== null && {
				payment_method: renderMethodForBrowser(requirePaymentMethod(call.context, method)),
			}),
		});
	}
}

function confirm(call: Call<{ receipt_email?: string | undefined }>, method?: string) {
	const intent = intentOf(call);
	const receipt: IntentChanges = { receipt_email: call.params.receipt_email };
	const confirmed = confirmIntent(
		call.context,
		receipt.receipt_email ? changeIntent(call.context, intent, receipt) : intent,
		method,
	);
	const declined = declinedResponse(call.context, confirmed, show(call, confirmed));
	if (declined) throw declined;
	return show(call, confirmed);
}

const create = endpoint({
	operation: "payment_intents.create",
	schema: createParams,
	order: ({ params }) => params.metadata?.order ?? null,
	run: (call) => {
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
			? confirm({ ...call, id: intent.id })
			: renderIntent(context.store, intent);
	},
});

const retrieve = endpoint({
	operation: "payment_intents.retrieve",
	schema: nothing,
	browser: true,
	order: orderOfIntent,
	run: (call) => show(call, intentOf(call)),
});

const update = endpoint({
	operation: "payment_intents.update",
	schema: updateParams,
	order: orderOfIntent,
	run: (call) =>
		renderIntent(call.context.store, changeIntent(call.context, intentOf(call), call.params)),
});

const confirmation = endpoint({
	operation: "payment_intents.confirm",
	schema: confirmParams,
	browser: true,
	order: orderOfIntent,
	run: (call) => {
		const { payment_method: id, payment_method_data: data } = call.params;
		return asSeenByCaller(call, () =>
			confirm(call, data ? createPaymentMethod(call.context, data).id : id),
		);
	},
});

/** Not of Stripe's API: how the dialog of our Stripe.js tells what the buyer did. */
const authentication = endpoint({
	operation: "payment_intents.authenticate",
	schema: v.strictObject({ outcome: v.picklist(["complete", "fail"]) }),
	browser: true,
	order: orderOfIntent,
	run: (call) =>
		asSeenByCaller(call, () =>
			show(call, authenticateIntent(call.context, intentOf(call), call.params.outcome)),
		),
});

const cancel = endpoint({
	operation: "payment_intents.cancel",
	schema: cancelParams,
	order: orderOfIntent,
	run: (call) =>
		renderIntent(
			call.context.store,
			cancelIntent(call.context, intentOf(call), call.params.cancellation_reason ?? null),
		),
});

const list = endpoint({
	operation: "payment_intents.list",
	schema: listParams,
	order: () => null,
	run: ({ context: { store }, params }) =>
		page(
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
	.post("/:id/confirm", confirmation)
	.post("/:id/authenticate", authentication)
	.post("/:id/cancel", cancel);
