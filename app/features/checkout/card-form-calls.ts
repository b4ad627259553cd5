import * as v from "valibot";
import { errors } from "#contract/errors.ts";
import { dollarsFromCents } from "#contract/money.ts";

export class CallRefused extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.name = "CallRefused";
		this.status = status;
	}
}

const refusalSchema = v.object({ message: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

/** @throws CallRefused; TypeError when the shop cannot be reached */
async function call(path: string, body: object, init: RequestInit) {
	const response = await fetch(path, {
		...init,
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
	const answer: unknown = await response.json().catch(() => null);
	if (response.ok) return answer;
	const refusal = v.safeParse(refusalSchema, answer);
	throw new CallRefused(
		response.status,
		refusal.success ? refusal.output.message : errors.internal_error.message,
	);
}

/** @param totalCents what the page shows; the shop compares it with the order */
export async function requestSecret(orderId: string, totalCents: number, signal: AbortSignal) {
	const body = { price: dollarsFromCents(totalCents), order: orderId };
	const answer = await call("/create-payment-intent", body, { method: "POST", signal });
	return v.parse(secretSchema, answer).clientSecret;
}

export const pause = (ms: number, signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, signal.aborted ? 0 : ms);
		signal.addEventListener("abort", end, { once: true });
	});

/** Milliseconds between tries: 1 s, doubled each time, half a minute at most. */
const delayAfter = (tries: number) => Math.min(1000 * 2 ** tries, 30_000);

/** @returns whether trying again would give the same answer */
export const isFinal = (error: unknown) =>
	error instanceof CallRefused && error.status < 500 && error.status !== 429;

/**
 * Tells the shop that the card was charged, until the shop has heard it. Should the page close before, Stripe's webhook does.
 * @throws CallRefused when the shop's answer is final
 */
export async function confirmOrder(
	orderId: string,
	transactionID: string,
	signal: AbortSignal,
): Promise<void> {
	const path = `/orders/${encodeURIComponent(orderId)}`;
	const body = { order: orderId, transactionID };
	for (let tries = 0; !signal.aborted; tries++) {
		try {
			await call(path, body, { method: "PATCH", keepalive: true });
			return;
		} catch (error) {
			if (isFinal(error)) throw error;
			await pause(delayAfter(tries), signal);
		}
	}
}
