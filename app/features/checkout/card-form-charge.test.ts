import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause } from "./card-form-calls.ts";
import { awaitBank, type Outcome } from "./card-form-charge.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const processing: Outcome = { kind: "processing" };
const answering = (outcome: Outcome) => vi.fn(async () => outcome);

test("a bank that never decides is asked ever more rarely, and after five minutes no more", async () => {
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

test("what the bank decides meanwhile is heard of", async () => {
	const charged: Outcome = { kind: "charged", transactionID: "pi_1" };
	const look = answering(charged).mockResolvedValueOnce(processing);
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await waiting).toEqual(charged);
});

test("a payment that the bank refused says why", async () => {
	const look = answering({ kind: "open", lastProblem: "Your card was declined." });
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(3_000);
	expect(await waiting).toEqual({ kind: "refused", message: "Your card was declined." });
});

test("a look that fails, as without a network, is repeated", async () => {
	const look = answering({ kind: "charged", transactionID: "pi_1" });
	look.mockResolvedValueOnce({ kind: "refused", message: "We are experiencing issues" });
	const waiting = awaitBank(look, new AbortController().signal);
	await vi.advanceTimersByTimeAsync(6_000);
	expect(await waiting).toMatchObject({ kind: "charged" });
});

test("a page that is left asks no more", async () => {
	const life = new AbortController();
	const look = answering(processing);
	const waiting = awaitBank(look, life.signal);
	await vi.advanceTimersByTimeAsync(3_000);
	life.abort();
	await waiting;
	expect(look).toHaveBeenCalledTimes(1);
	expect(vi.getTimerCount()).toBe(0);
});

test("a pause that is over leaves no listener behind", async () => {
	const { signal } = new AbortController();
	for (let round = 0; round < 3; round += 1) {
		const over = pause(1_000, signal);
		await vi.advanceTimersByTimeAsync(1_000);
		await over;
	}
	expect(getEventListeners(signal, "abort")).toEqual([]);
});
