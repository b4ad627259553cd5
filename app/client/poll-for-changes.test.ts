import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pollForChanges } from "./poll-for-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Starts polling on a mock page. `checks` lists the times of the checks, in seconds since the start. */
function startPolling(hasChanged: boolean | null = false) {
	const page = Object.assign(new EventTarget(), { hidden: false });
	const events = new EventTarget();
	vi.stubGlobal("document", page);
	vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
	const state = { hasChanged };
	const start = Date.now();
	const checks: number[] = [];
	const stop = pollForChanges(async () => {
		checks.push((Date.now() - start) / 1000);
		return state.hasChanged;
	});
	const setHidden = (hidden: boolean) => {
		page.hidden = hidden;
		page.dispatchEvent(new Event("visibilitychange"));
	};
	return { state, checks, stop, setHidden, focus: () => events.dispatchEvent(new Event("focus")) };
}

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("doubles the interval from 5 s up to 60 s while nothing changes", async () => {
	const { checks, stop } = startPolling();
	await advance(5 + 10 + 20 + 40 + 60 + 60);
	expect(checks).toEqual([5, 15, 35, 75, 135, 195]);
	stop();
	await advance(120);
	expect(checks).toHaveLength(6);
});

test("checks every 5 s again once something has changed", async () => {
	const { checks, state } = startPolling();
	await advance(14);
	state.hasChanged = true;
	await advance(1);
	state.hasChanged = false;
	await advance(5);
	expect(checks).toEqual([5, 15, 20]);
});

test("keeps the interval if a check cannot tell whether something has changed", async () => {
	const { checks } = startPolling(null);
	await advance(15);
	expect(checks).toEqual([5, 10, 15]);
});

test("does not check while the page is hidden, and checks immediately when it is shown or focused", async () => {
	const { checks, setHidden, focus } = startPolling();
	await advance(15);
	setHidden(true);
	await advance(300);
	expect(checks).toEqual([5, 15]);
	setHidden(false);
	await advance(1);
	focus();
	await advance(4);
	expect(checks).toEqual([5, 15, 315, 316]);
});
