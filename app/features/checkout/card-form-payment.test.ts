import { getEventListeners } from "node:events";
import type { PaymentIntentResult } from "@stripe/stripe-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { payment } from "#contract/messages.ts";
import { delay } from "./card-form-api.ts";
import { type Outcome, pollUntilSettled, toOutcome } from "./card-form-payment.client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;
const processing: Outcome = { kind: "processing" };
const mockPoll = (outcome: Outcome) => vi.fn(async () => outcome);

test("polls a processing payment with growing delays for at most five minutes", async () => {
	const poll = mockPoll(processing);
	const settled = pollUntilSettled(poll, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(minuteMs);
	expect(poll.mock.calls.length).toBeLessThan(10);
	await vi.advanceTimersByTimeAsync(4 * minuteMs);
	expect(await settled).toEqual({ kind: "timedOut" });
	const pollCount = poll.mock.calls.length;
	await vi.advanceTimersByTimeAsync(60 * minuteMs);
	expect(poll).toHaveBeenCalledTimes(pollCount);
	expect(pollCount).toBeLessThan(25);
});

test("a payment that succeeds while polling is reported as charged", async () => {
	const charged: Outcome = { kind: "charged", transactionID: "pi_1" };
	const poll = mockPoll(charged).mockResolvedValueOnce(processing);
	const settled = pollUntilSettled(poll, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await settled).toEqual(charged);
});

test("a payment that the bank declines while polling is reported with the reason", async () => {
	const poll = mockPoll({ kind: "open", lastProblem: "Your card was declined." });
	const settled = pollUntilSettled(poll, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(3_000);
	const message = `Your card was declined. ${payment.notCharged}`;
	expect(await settled).toEqual({ kind: "declined", message });
});

test.each([
	["a declined card", "requires_payment_method", `No. ${payment.notCharged}`],
	["a payment whose state is unknown", undefined, "No."],
	["a payment that is still open", "requires_confirmation", "No."],
])(
	"the error for %s says that nothing was charged only if Stripe reports it",
	(_, status, message) => {
		const payment_intent = status && { id: "pi_1", status };
		const result = { error: { type: "card_error", message: "No.", payment_intent } };
		const outcome = toOutcome(result as unknown as PaymentIntentResult);
		expect(outcome).toEqual({ kind: "declined", message });
	},
);

test("polls again after a request fails", async () => {
	const poll = mockPoll({ kind: "charged", transactionID: "pi_1" });
	poll.mockResolvedValueOnce({ kind: "declined", message: "We are experiencing issues" });
	const settled = pollUntilSettled(poll, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await settled).toMatchObject({ kind: "charged" });
});

test("stops polling when the visitor leaves the page", async () => {
	const lifetime = new AbortController();
	const poll = mockPoll(processing);
	const settled = pollUntilSettled(poll, lifetime.signal);
	await vi.advanceTimersByTimeAsync(3_000);
	lifetime.abort();
	await settled;
	expect(poll).toHaveBeenCalledTimes(1);
	expect(vi.getTimerCount()).toBe(0);
});

test("a delay removes its abort listener when it ends", async () => {
	const { signal } = new AbortController();
	for (let round = 0; round < 3; round += 1) {
		const finished = delay(1_000, signal);
		await vi.advanceTimersByTimeAsync(1_000);
		await finished;
	}
	expect(getEventListeners(signal, "abort")).toEqual([]);
});
