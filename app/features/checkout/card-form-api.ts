import { hasMessage } from "#app/lib/has-message.ts";
import { internal_error } from "#contract/error-table/requests.ts";
import { dollarsFromCents } from "#contract/money.ts";

/** `id` is the ID of the order or checkout. `linkToken` is set only on payment-link pages, where the customer is unknown. */
export type CardPayment = { id: string; totalCents: number } & (
	| {
			customer: { name: string; email: string };
			/** Prefills the card's ZIP code, which is usually the shipping address's. */
			zip: string | undefined;
			isCheckout?: boolean;
			linkToken?: undefined;
	  }
	| { customer?: undefined; zip?: undefined; isCheckout?: undefined; linkToken: string }
);

export class ApiError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

const hasSecret = (json: unknown): json is { clientSecret: string } =>
	json instanceof Object && "clientSecret" in json && typeof json.clientSecret === "string";

async function callApi(path: string, body: object, init: RequestInit) {
	const response = await fetch(path, {
		...init,
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
	const json: unknown = await response.json().catch(() => null);
	if (response.ok) return json;
	const { message } = hasMessage(json) ? json : internal_error;
	throw new ApiError(response.status, message);
}

export const wouldFailAgain = (error: unknown) =>
	error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Asks the shop for the client secret of a payment intent. The shop compares the price that the page shows with the order's. */
export async function requestSecret(
	{ id, totalCents, linkToken, isCheckout }: CardPayment,
	signal: AbortSignal,
) {
	const price = dollarsFromCents(totalCents);
	const checkoutPath = `/checkouts/${encodeURIComponent(id)}/payment-intent`;
	const accountPath = isCheckout ? checkoutPath : "/create-payment-intent";
	const path = linkToken ? `/payment-links/${linkToken}/intent` : accountPath;
	const body = linkToken || isCheckout ? { price } : { price, order: id };
	const json = await callApi(path, body, { method: "POST", signal });
	if (!hasSecret(json)) throw new Error("The response has no client secret");
	return json.clientSecret;
}

export const delay = (ms: number, signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		const finish = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", finish);
			resolve();
		};
		const timer = setTimeout(finish, signal.aborted ? 0 : ms);
		signal.addEventListener("abort", finish, { once: true });
	});

/** Reports the charge to the shop, with retries until it responds. If the page closes first, Stripe's webhook reports it. */
export async function reportCharge(
	payment: CardPayment,
	transactionID: string,
	signal: AbortSignal,
) {
	const { id, linkToken, isCheckout } = payment;
	const collection = isCheckout ? "checkouts" : "orders";
	const path = linkToken
		? `/payment-links/${linkToken}`
		: `/${collection}/${encodeURIComponent(id)}`;
	const body = linkToken || isCheckout ? { transactionID } : { order: id, transactionID };
	for (let delayMs = 1_000; !signal.aborted; delayMs = Math.min(2 * delayMs, 30_000)) {
		try {
			return await callApi(path, body, { method: "PATCH", keepalive: true });
		} catch (error) {
			if (wouldFailAgain(error)) throw error;
			await delay(delayMs, signal);
		}
	}
}
