import type { SandboxContext } from "../env.ts";
import { emitIntentEvent, saveIntent } from "./charge-card.ts";
import { nowSeconds } from "./clock.ts";
import { checkAmount } from "./currencies.ts";
import { invalidRequest, resourceMissing, unexpectedState } from "./errors.ts";
import { getOrderId } from "./event-log.ts";
import { createId, createRandomText } from "./ids.ts";
import { type MethodType, type PaymentIntent, paymentIntents } from "./objects.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import { renderIntent } from "./render/intent.ts";
import { getSwitches } from "./switches.ts";

/** The parameters of create and update that the sandbox uses. `amount` is in cents. */
export interface IntentParams {
	amount?: number | undefined;
	currency?: string | undefined;
	metadata?: Record<string, string> | undefined;
	description?: string | undefined;
	receipt_email?: string | undefined;
	payment_method?: string | undefined;
}

/** The statuses in which an intent can be updated, confirmed or canceled. */
export const changeableStatuses = [
	"requires_payment_method",
	"requires_confirmation",
	"requires_action",
];

/** @throws StripeError 404 if there is no such intent */
export function requireIntent(context: SandboxContext, id: string): PaymentIntent {
	const intent = context.store.get(paymentIntents, id);
	if (!intent) throw resourceMissing("payment_intent", id, "intent");
	return intent;
}

type PaymentMethodSelection = Pick<
	PaymentIntent,
	"allowed_payment_method_types" | "automatic_payment_methods"
>;

/**
 * Returns the payment method types that the intent accepts. Types that are not enabled for the account are omitted without an error
 * (docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter).
 * @throws StripeError if no type remains, or if the account rejects Link
 */
function getAcceptedTypes(
	{ store }: SandboxContext,
	{ metadata = {} }: IntentParams,
	{ allowed_payment_method_types: allowed }: PaymentMethodSelection,
): MethodType[] {
	const { link } = getSwitches(store, getOrderId({ metadata }));
	if (link === "rejected" && allowed?.includes("link")) {
		throw invalidRequest(
			'The payment method type "link" is invalid. Please ensure the provided type is activated in your dashboard.',
			"payment_intent_invalid_parameter",
			"allowed_payment_method_types",
		);
	}
	const types = (allowed ?? ["card", "link"]).filter((type) => type === "card" || link === "on");
	if (types.length > 0) return types;
	throw invalidRequest("No valid payment method types for this Payment Intent.");
}

/** Creates an intent. Its status is `requires_confirmation` if it has a payment method. */
export function createIntent(
	context: SandboxContext,
	params: IntentParams & { amount: number; currency: string },
	methods: PaymentMethodSelection,
): PaymentIntent {
	const id = createId("pi");
	const defaults: PaymentIntent = {
		id,
		...methods,
		amount: params.amount,
		amount_received: 0,
		canceled_at: null,
		cancellation_reason: null,
		client_secret: `${id}_secret_${createRandomText(25)}`,
		created: nowSeconds(context),
		currency: params.currency,
		description: null,
		last_payment_error: null,
		latest_charge: null,
		metadata: {},
		next_action: null,
		payment_method: null,
		payment_method_types: getAcceptedTypes(context, params, methods),
		receipt_email: null,
		status: "requires_payment_method",
	};
	const intent = updateIntent(context, defaults, params);
	emitIntentEvent(context, "created", intent);
	return intent;
}

/**
 * Updates an intent. Metadata is merged.
 * @throws StripeError if the intent's status does not allow changing the amount, currency or payment method
 */
export function updateIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	changes: IntentParams,
): PaymentIntent {
	const { amount = intent.amount, currency = intent.currency } = changes;
	const isPaymentChanged =
		amount !== intent.amount || currency !== intent.currency || changes.payment_method;
	if (isPaymentChanged && !changeableStatuses.includes(intent.status)) {
		throw unexpectedState(
			`This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${changeableStatuses.join(", ")}.`,
			renderIntent(context.store, intent),
		);
	}
	const metadata = mergeMetadata(intent.metadata, changes.metadata ?? {});
	checkAmount(amount, currency, getSwitches(context.store, getOrderId({ metadata })).minimumAmount);
	const paymentMethodId =
		changes.payment_method && requirePaymentMethod(context, changes.payment_method).id;
	return saveIntent(context, {
		...intent,
		amount,
		currency,
		description: changes.description ?? intent.description,
		metadata,
		payment_method: paymentMethodId || intent.payment_method,
		receipt_email: changes.receipt_email ?? intent.receipt_email,
		status: paymentMethodId ? "requires_confirmation" : intent.status,
		next_action: paymentMethodId ? null : intent.next_action,
	});
}

/** Merges metadata. A key with an empty value is removed. */
export function mergeMetadata(old: Record<string, string>, changes: Record<string, string>) {
	return Object.fromEntries(
		Object.entries({ ...old, ...changes }).filter(([, value]) => value !== ""),
	);
}
