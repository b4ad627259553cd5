import type { SandboxContext } from "../env.ts";
import { emitIntent, saveIntent } from "./charging.ts";
import { unixNow } from "./clock.ts";
import { checkAmount } from "./currencies.ts";
import { missing, unexpectedState } from "./errors.ts";
import { orderOf } from "./event-log.ts";
import { makeId, randomText } from "./ids.ts";
import { type PaymentIntent, paymentIntents } from "./objects.ts";
import { requirePaymentMethod } from "./payment-methods.ts";
import { renderIntent } from "./render/intent.ts";
import { switchesFor } from "./switches.ts";

/** Parameters of create and update that the sandbox uses; amounts in cents. */
export interface IntentChanges {
	amount?: number | undefined;
	currency?: string | undefined;
	metadata?: Record<string, string> | undefined;
	description?: string | undefined;
	receipt_email?: string | undefined;
	payment_method?: string | undefined;
}

/** The statuses in which an intent can still be changed, confirmed or canceled. */
export const changeableStatuses = [
	"requires_payment_method",
	"requires_confirmation",
	"requires_action",
];

/**
 * Returns an intent by id.
 * @throws StripeError 404
 */
export function requireIntent(context: SandboxContext, id: string): PaymentIntent {
	const intent = context.store.get(paymentIntents, id);
	if (!intent) throw missing("payment_intent", id, "intent");
	return intent;
}

type Methods = Pick<PaymentIntent, "allowed_payment_method_types" | "automatic_payment_methods">;

/** Makes an intent, `requires_confirmation` when it has a payment method. */
export function createIntent(
	context: SandboxContext,
	params: IntentChanges & { amount: number; currency: string },
	methods: Methods,
): PaymentIntent {
	const id = makeId("pi");
	const empty: PaymentIntent = {
		id,
		...methods,
		amount: params.amount,
		amount_received: 0,
		canceled_at: null,
		cancellation_reason: null,
		client_secret: `${id}_secret_${randomText(25)}`,
		created: unixNow(context),
		currency: params.currency,
		description: null,
		last_payment_error: null,
		latest_charge: null,
		metadata: {},
		next_action: null,
		payment_method: null,
		receipt_email: null,
		status: "requires_payment_method",
	};
	const made = changeIntent(context, empty, params);
	emitIntent(context, "created", made);
	return made;
}

/**
 * Changes an intent; metadata is merged and an empty value removes its key.
 * @throws StripeError when the status no longer allows another amount, currency or payment method
 */
export function changeIntent(
	context: SandboxContext,
	intent: PaymentIntent,
	changes: IntentChanges,
): PaymentIntent {
	const { amount = intent.amount, currency = intent.currency } = changes;
	const touchesMoney =
		amount !== intent.amount || currency !== intent.currency || changes.payment_method;
	if (touchesMoney && !changeableStatuses.includes(intent.status)) {
		throw unexpectedState(
			`This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${changeableStatuses.join(", ")}.`,
			renderIntent(context.store, intent),
		);
	}
	const metadata = mergeMetadata(intent.metadata, changes.metadata ?? {});
	checkAmount(amount, currency, switchesFor(context.store, orderOf({ metadata })).minimumAmount);
	const method = changes.payment_method && requirePaymentMethod(context, changes.payment_method).id;
	return saveIntent(context, {
		...intent,
		amount,
		currency,
		description: changes.description ?? intent.description,
		metadata,
		payment_method: method || intent.payment_method,
		receipt_email: changes.receipt_email ?? intent.receipt_email,
		status: method ? "requires_confirmation" : intent.status,
		next_action: method ? null : intent.next_action,
	});
}

/** Merges metadata; an empty value removes its key. */
export function mergeMetadata(old: Record<string, string>, changes: Record<string, string>) {
	return Object.fromEntries(
		Object.entries({ ...old, ...changes }).filter(([, value]) => value !== ""),
	);
}
