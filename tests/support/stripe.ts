import Stripe from "stripe";
import * as v from "valibot";
import { asJson, type TestShop } from "./shop.ts";

/** How the sandbox treats the API calls and webhooks of one order: sandbox/stripe/switches.ts. */
type Switches = {
	webhooks?: "normal" | "drop" | "hold";
	duplicate?: number;
	refunds?: "normal" | "pending" | "insufficient_funds" | "rejected";
	/** Cents below which a payment is refused. */
	minimumAmount?: number;
	faults?: {
		operation: string;
		kind: "fail" | "unavailable" | "reset" | "drop" | "hang" | "rate_limit" | "lock_timeout";
		times?: number;
		ms?: number;
		/** `fail` of a POST: whether the 500 is repeated under its idempotency key for 24 hours, as Stripe does. */
		saved?: boolean;
		/** `fail`: the work is done all the same. */
		done?: boolean;
	}[];
};

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

/** The sandbox's Stripe: its API, a browser with a card, and the switches of `/__sandbox/`. */
export function createTestStripe(shop: Pick<TestShop, "sandbox">) {
	const path = (suffix: string) => `/__sandbox/stripe${suffix}`;
	const fetchStripe = (input: RequestInfo | URL, init?: RequestInit) => {
		const { pathname, search } = new URL(input instanceof Request ? input.url : input);
		return shop.sandbox(path(pathname + search), init);
	};

	async function readStatuses(response: Promise<Response>): Promise<number[]> {
		const { sent } = v.parse(deliveriesSchema, await (await response).json());
		return sent.map(({ status }) => status);
	}

	/** Does one thing as in Stripe's dashboard. @returns the id of what was made or changed */
	async function runAction(suffix: string, body: object = {}): Promise<string> {
		const response = await shop.sandbox(path(suffix), asJson(body));
		if (!response.ok) throw new Error(await response.text());
		return v.parse(objectSchema, await response.json()).id;
	}

	return {
		/** The official SDK, with the shop's secret key. */
		sdk: new Stripe("sk_test_sandbox", {
			maxNetworkRetries: 0,
			httpClient: Stripe.createFetchHttpClient(fetchStripe),
		}),

		/** What the browser does when the buyer presses Pay. @param secret client secret @param card `pm_card_…` */
		async chargeCard(secret: string, card = "pm_card_visa"): Promise<Response> {
			const [id = ""] = secret.split("_secret_");
			const body = new URLSearchParams({
				key: "pk_test_sandbox",
				client_secret: secret,
				payment_method: card,
			});
			return shop.sandbox(path(`/v1/payment_intents/${id}/confirm`), { method: "POST", body });
		},

		/** The bank makes up its mind on a card that was left processing. */
		settlePayment: (intentId: string, outcome: "succeeded" | "failed") =>
			runAction(`/intents/${intentId}/settle`, { outcome }),

		/** A refund made in Stripe's dashboard. @param cents the whole rest by default @returns its id */
		refundInDashboard: (intentId: string, cents?: number) =>
			runAction(`/intents/${intentId}/refund`, cents === undefined ? {} : { amount: cents }),

		/** A pending refund ends, or one that had succeeded comes back from the bank. @param reason why it failed */
		settleRefund: (
			refundId: string,
			outcome: "succeeded" | "failed" | "canceled",
			reason?: string,
		) =>
			runAction(
				`/refunds/${refundId}/settle`,
				reason === undefined ? { outcome } : { outcome, reason },
			),

		/** The card's holder disputes the payment. @returns the dispute's id */
		dispute: (intentId: string, options: { reason?: string; inquiry?: boolean } = {}) =>
			runAction(`/intents/${intentId}/dispute`, options),

		/** Moves a dispute to its next status, or ends it: sandbox/stripe/disputes.ts. */
		stepDispute: (
			disputeId: string,
			step: "under_review" | "won" | "lost" | "escalated" | "closed",
		) => runAction(`/disputes/${disputeId}/step`, { step }),

		/** The bank warns that the payment may be fraud. @returns the warning's id */
		warnOfFraud: (intentId: string) => runAction(`/intents/${intentId}/fraud-warning`),

		/** A payment that another app made on the same Stripe account. @returns the intent's id */
		chargeFromOtherApp: (metadata: Record<string, string>, cents = 88_800) =>
			runAction("/other-app", { amount: cents, metadata }),

		/** Moves Stripe's clock on; webhooks and refunds that come due meanwhile are done when it returns. */
		async advanceClock(ms: number): Promise<void> {
			const response = await shop.sandbox(path("/clock"), asJson({ advance: ms }));
			if (!response.ok) throw new Error(await response.text());
		},

		/** Sets the switches of one order. */
		async setSwitches(order: string, switches: Switches): Promise<void> {
			const response = await shop.sandbox(path("/switches"), asJson({ order, ...switches }, "PUT"));
			if (!response.ok) throw new Error(await response.text());
		},

		/** Lets held webhooks go. @returns the shop's statuses, in the order of delivery */
		releaseWebhooks: (order: string, reverse = false) =>
			readStatuses(shop.sandbox(path("/switches/release"), asJson({ order, reverse }))),

		/** Delivers one event (again). @returns the shop's statuses */
		deliverEvent: (event: string) =>
			readStatuses(shop.sandbox(path(`/events/${event}/deliver`), { method: "POST" })),

		/** @param order null for the money of all orders */
		async readLedger(order: string | null = null): Promise<StripeLedger> {
			const query = order === null ? "" : `?order=${order}`;
			return v.parse(ledgerSchema, await (await shop.sandbox(path(`/ledger.json${query}`))).json());
		},
	};
}

/** @returns the id of the intent that a client secret belongs to */
export const intentIdOf = (secret: string): string => secret.split("_secret_")[0] ?? "";
