import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "./poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A page whose data is checked. `checks`: seconds after its start at which that happened. */
function openPage(found: boolean | null = false) {
	const page = Object.assign(new EventTarget(), { hidden: false });
	const events = new EventTarget();
	vi.stubGlobal("document", page);
	vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
	const state = { found };
	const start = Date.now();
	const checks: number[] = [];
	const end = poll(async () => {
		checks.push((Date.now() - start) / 1000);
		return state.found;
	});
	const setHidden = (hidden: boolean) => {
		page.hidden = hidden;
		page.dispatchEvent(new Event("visibilitychange"));
	};
	return { state, checks, end, setHidden, focus: () => events.dispatchEvent(new Event("focus")) };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test("checks after 5 s, and less and less often while nothing changes, at least once a minute", async () => {
	const { checks, end } = openPage();
	await pass(5 + 10 + 20 + 40 + 60 + 60);
	expect(checks).toEqual([5, 15, 35, 75, 135, 195]);
	end();
	await pass(120);
	expect(checks).toHaveLength(6);
});

test("checks every 5 s again once something has changed", async () => {
	const { checks, state } = openPage();
	await pass(14);
	state.found = true;
	await pass(1);
	state.found = false;
	await pass(5);
	expect(checks).toEqual([5, 15, 20]);
});

test("does not wait longer after a check that could not look", async () => {
	const { checks } = openPage(null);
	await pass(15);
	expect(checks).toEqual([5, 10, 15]);
});

test("does not check a hidden page, and checks it immediately when it is shown or focused", async () => {
	const { checks, setHidden, focus } = openPage();
	await pass(15);
	setHidden(true);
	await pass(300);
	expect(checks).toEqual([5, 15]);
	setHidden(false);
	await pass(1);
	focus();
	await pass(4);
	expect(checks).toEqual([5, 15, 315, 316]);
});
