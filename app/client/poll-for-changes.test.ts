import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollForChanges } from "./poll-for-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Starts polling on a mock page. `checkTimes` are in seconds since the start. */
function startPolling(hasChanged: boolean | null = false) {
	const page = Object.assign(new EventTarget(), { hidden: false });
	const events = new EventTarget();
	vi.stubGlobal("document", page);
	vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
	const state = { hasChanged };
	const start = Date.now();
	const checkTimes: number[] = [];
	const stop = pollForChanges(async () => {
		checkTimes.push((Date.now() - start) / 1000);
		return state.hasChanged;
	});
	const setHidden = (hidden: boolean) => {
		page.hidden = hidden;
		page.dispatchEvent(new Event("visibilitychange"));
	};
	return {
		state,
		checkTimes,
		stop,
		setHidden,
		focus: () => events.dispatchEvent(new Event("focus")),
	};
}

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("doubles the interval from 5 s up to 60 s while nothing changes", async () => {
	const { checkTimes, stop } = startPolling();
	await advance(5 + 10 + 20 + 40 + 60 + 60);
	expect(checkTimes).toEqual([5, 15, 35, 75, 135, 195]);
	stop();
	await advance(120);
	expect(checkTimes).toHaveLength(6);
});

test("checks every 5 s again once something has changed", async () => {
	const { checkTimes, state } = startPolling();
	await advance(14);
	state.hasChanged = true;
	await advance(1);
	state.hasChanged = false;
	await advance(5);
	expect(checkTimes).toEqual([5, 15, 20]);
});

test("keeps the interval if a check cannot tell whether something has changed", async () => {
	const { checkTimes } = startPolling(null);
	await advance(15);
	expect(checkTimes).toEqual([5, 10, 15]);
});

test("pauses while the page is hidden and checks immediately when it is shown", async () => {
	const { checkTimes, setHidden } = startPolling();
	await advance(15);
	setHidden(true);
	await advance(300);
	expect(checkTimes).toEqual([5, 15]);
	setHidden(false);
	await advance(4);
	expect(checkTimes).toEqual([5, 15, 315]);
});

test("checks immediately when the page is focused", async () => {
	const { checkTimes, focus } = startPolling();
	await advance(6);
	focus();
	await advance(4);
	expect(checkTimes).toEqual([5, 6]);
});
