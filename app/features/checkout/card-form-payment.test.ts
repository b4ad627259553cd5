import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitBank, type Outcome, pause } from "./card-form-payment.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const processing: Outcome = { kind: "processing" };
const answering = (outcome: Outcome) => vi.fn(async () => outcome);

test("a payment that stays in processing is polled with growing pauses, for at most five minutes", async () => {
	const look = answering(processing);
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(minute);
	expect(look.mock.calls.length).toBeLessThan(10);
	await vi.advanceTimersByTimeAsync(4 * minute);
	expect(await waiting).toEqual({ kind: "undecided" });
	const asked = look.mock.calls.length;
	await vi.advanceTimersByTimeAsync(60 * minute);
	expect(look).toHaveBeenCalledTimes(asked);
	expect(asked).toBeLessThan(25);
});

test("a payment that succeeds while polling is reported as charged", async () => {
	const charged: Outcome = { kind: "charged", transactionID: "pi_1" };
	const look = answering(charged).mockResolvedValueOnce(processing);
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await waiting).toEqual(charged);
});

test("a payment that the bank refused is reported with its reason", async () => {
	const look = answering({ kind: "open", lastProblem: "Your card was declined." });
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(3_000);
	expect(await waiting).toEqual({ kind: "refused", message: "Your card was declined." });
});

test("a poll that fails, for example without a network, is repeated", async () => {
	const look = answering({ kind: "charged", transactionID: "pi_1" });
	look.mockResolvedValueOnce({ kind: "refused", message: "We are experiencing issues" });
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await waiting).toMatchObject({ kind: "charged" });
});

test("polling stops when the page is left", async () => {
	const life = new AbortController();
	const look = answering(processing);
	const waiting = awaitBank(look, life.signal);
	await vi.advanceTimersByTimeAsync(3_000);
	life.abort();
	await waiting;
	expect(look).toHaveBeenCalledTimes(1);
	expect(vi.getTimerCount()).toBe(0);
});

test("a finished pause leaves no abort listener", async () => {
	const { signal } = new AbortController();
	for (let round = 0; round < 3; round += 1) {
		const over = pause(1_000, signal);
		await vi.advanceTimersByTimeAsync(1_000);
		await over;
	}
	expect(getEventListeners(signal, "abort")).toEqual([]);
});
