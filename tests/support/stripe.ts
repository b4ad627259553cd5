import Stripe from "stripe";
import * as v from "valibot";
import type { SwitchValues } from "../../sandbox/stripe/switches.ts";
import { createJsonInit, type TestShop } from "./shop.ts";

const ledgerSchema = v.object({
	intents: v.array(
		v.object({
			id: v.string(),
			status: v.string(),
			amount: v.number(),
			currency: v.string(),
			metadata: v.record(v.string(), v.string()),
		}),
	),
	charges: v.array(
		v.object({
			id: v.string(),
			amount: v.number(),
			amount_refunded: v.number(),
			disputed: v.boolean(),
			paid: v.boolean(),
			payment_intent: v.string(),
		}),
	),
	refunds: v.array(
		v.object({
			id: v.string(),
			amount: v.number(),
			payment_intent: v.string(),
			status: v.string(),
			metadata: v.record(v.string(), v.string()),
		}),
	),
	disputes: v.array(
		v.object({
			id: v.string(),
			amount: v.number(),
			payment_intent: v.string(),
			status: v.string(),
		}),
	),
	events: v.array(v.object({ id: v.string(), type: v.string() })),
});

export type StripeLedger = v.InferOutput<typeof ledgerSchema>;

const objectSchema = v.object({ id: v.string() });
const deliveriesSchema = v.object({ sent: v.array(v.object({ status: v.number() })) });

/** Returns helpers for the Stripe mock: its API, card payments, the Dashboard's actions and the sandbox's switches. */
export function createTestStripe(shop: Pick<TestShop, "sandbox">) {
	const toPath = (suffix: string) => `/__sandbox/stripe${suffix}`;
	const fetchStripe = (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return shop.sandbox(toPath(pathname + search), init);
	};

	async function readStatuses(response: Promise<Response>): Promise<number[]> {
		const { sent } = v.parse(deliveriesSchema, await (await response).json());
		return sent.map(({ status }) => status);
	}

	/** Runs an action of Stripe's Dashboard or of a bank. Returns the id of the object that was created or changed. */
	async function runAction(suffix: string, body: object = {}): Promise<string> {
		const response = await shop.sandbox(toPath(suffix), createJsonInit(body));
		if (!response.ok) throw new Error(await response.text());
		return v.parse(objectSchema, await response.json()).id;
	}

	return {
		/** The official SDK, with the shop's secret key. */
		sdk: new Stripe("sk_test_sandbox", {
			maxNetworkRetries: 0,
			httpClient: Stripe.createFetchHttpClient(fetchStripe),
		}),

		/**
		 * Confirms a payment as Stripe.js does when a shopper presses Pay.
		 * @param card - a payment method such as `pm_card_visa`
		 */
		async chargeCard(secret: string, card = "pm_card_visa"): Promise<Response> {
			const path = `/v1/payment_intents/${getIntentId(secret)}/confirm`;
			const body = new URLSearchParams({
				key: "pk_test_sandbox",
				client_secret: secret,
				payment_method: card,
			});
			return shop.sandbox(toPath(path), { method: "POST", body });
		},

		/**
		 * Confirms a payment as Stripe.js does when a shopper approves it in Link.
		 * @param card - the number of the card behind the Link account
		 */
		async payWithLink(secret: string, card = "4242424242424242"): Promise<Response> {
			const post = (suffix: string, fields: Record<string, string>) => {
				const body = new URLSearchParams({ key: "pk_test_sandbox", ...fields });
				return shop.sandbox(toPath(`/v1${suffix}`), { method: "POST", body });
			};
			const response = await post("/payment_methods", {
				type: "link",
				"card[number]": card,
				"card[exp_month]": "12",
				"card[exp_year]": "2050",
			});
			const method = v.parse(objectSchema, await response.json());
			return post(`/payment_intents/${getIntentId(secret)}/confirm`, {
				client_secret: secret,
				payment_method: method.id,
				"mandate_data[customer_acceptance][type]": "online",
				"mandate_data[customer_acceptance][online][infer_from_client]": "true",
			});
		},

		/** Settles a payment whose status is `processing`. */
		settlePayment: (intentId: string, outcome: "succeeded" | "failed") =>
			runAction(`/intents/${intentId}/settle`, { outcome }),

		/** Refunds a payment in Stripe's Dashboard, by default its remaining amount. Returns the refund's id. */
		refundInDashboard: (intentId: string, cents?: number) =>
			runAction(`/intents/${intentId}/refund`, cents === undefined ? {} : { amount: cents }),

		/**
		 * Settles a pending refund, or fails one that had succeeded.
		 * @param reason - Stripe's failure reason
		 */
		settleRefund: (
			refundId: string,
			outcome: "succeeded" | "failed" | "canceled",
			reason?: string,
		) =>
			runAction(
				`/refunds/${refundId}/settle`,
				reason === undefined ? { outcome } : { outcome, reason },
			),

		/** Opens a dispute, and returns its id. */
		dispute: (
			intentId: string,
			options: { reason?: string; inquiry?: boolean; amount?: number } = {},
		) => runAction(`/intents/${intentId}/dispute`, options),

		/** Moves a dispute to its next status or closes it: sandbox/stripe/disputes.ts. */
		advanceDispute: (
			disputeId: string,
			step: "under_review" | "won" | "lost" | "escalated" | "closed",
		) => runAction(`/disputes/${disputeId}/step`, { step }),

		/** Sends an early fraud warning and returns its id. */
		warnOfFraud: (intentId: string) => runAction(`/intents/${intentId}/fraud-warning`),

		/**
		 * Creates a payment of another app on the same Stripe account.
		 * @returns the intent's id
		 */
		chargeFromOtherApp: (metadata: Record<string, string>, cents = 88_800) =>
			runAction("/other-app", { amount: cents, metadata }),

		/** Advances Stripe's clock, and waits for the webhooks and refunds that become due. */
		async advanceClock(ms: number): Promise<void> {
			const response = await shop.sandbox(toPath("/clock"), createJsonInit({ advance: ms }));
			if (!response.ok) throw new Error(await response.text());
		},

		/** Sets how the sandbox treats the API calls and webhooks of one order. */
		async overrideBehavior(orderId: string, switches: SwitchValues): Promise<void> {
			const response = await shop.sandbox(
				toPath("/switches"),
				createJsonInit({ order: orderId, ...switches }, "PUT"),
			);
			if (!response.ok) throw new Error(await response.text());
		},

		/** Delivers the held webhooks, and returns the shop's statuses in the order of delivery. */
		releaseWebhooks: (orderId: string, { isReversed = false } = {}) =>
			readStatuses(
				shop.sandbox(
					toPath("/switches/release"),
					createJsonInit({ order: orderId, reverse: isReversed }),
				),
			),

		/** Delivers an event, even if it was delivered before. Returns the shop's statuses. */
		deliverEvent: (eventId: string) =>
			readStatuses(shop.sandbox(toPath(`/events/${eventId}/deliver`), { method: "POST" })),

		/** Returns the intents, charges, refunds, disputes and events of one order, or of all orders. */
		async readLedger(orderId: string | null = null): Promise<StripeLedger> {
			const query = orderId === null ? "" : `?order=${orderId}`;
			return v.parse(
				ledgerSchema,
				await (await shop.sandbox(toPath(`/ledger.json${query}`))).json(),
			);
		},
	};
}

export const getIntentId = (secret: string): string => secret.split("_secret_")[0] ?? "";
