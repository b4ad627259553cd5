import { expect, test } from "vitest";
import { limitConnections } from "../../tests/support/connection-limit.ts";
import { statementBudget, sweepEach } from "./sweep-each.ts";

/** Creates a service that responds when the test lets it, and counts the requests that wait for a response. */
function createService() {
	const openRequests: (() => void)[] = [];
	let maxOpenRequests = 0;
	const limited = limitConnections({
		connect: () => {
			throw new Error("These tests must not open sockets.");
		},
		fetch: async () => {
			await new Promise<void>((resolve) => {
				openRequests.push(resolve);
				maxOpenRequests = Math.max(maxOpenRequests, openRequests.length);
			});
			return new Response("ok");
		},
	});
	const callService = async () => (await limited.binding.fetch("http://service/")).ok;
	/** Responds to one request after the other until the work has ended. */
	async function respondUntil<Result>(work: Promise<Result>): Promise<Result> {
		let hasEnded = false;
		const result = work.finally(() => {
			hasEnded = true;
		});
		while (!hasEnded) {
			openRequests.shift()?.();
			await new Promise((resolve) => setImmediate(resolve));
		}
		return result;
	}
	return {
		callService,
		respondUntil,
		countEverQueued: limited.countQueued,
		getMaxOpenRequests: () => maxOpenRequests,
	};
}

const items = Array.from({ length: 30 }, (_, index) => index);

test("the seventh of seven concurrent calls waits for a connection", async () => {
	const { callService, respondUntil, countEverQueued, getMaxOpenRequests } = createService();
	const responses = await respondUntil(Promise.all(items.slice(0, 7).map(callService)));
	expect([responses.length, countEverQueued(), getMaxOpenRequests()]).toEqual([7, 1, 6]);
});

test("the calls of a sweep never wait for a connection", async () => {
	const { callService, respondUntil, countEverQueued, getMaxOpenRequests } = createService();
	const swept = await respondUntil(sweepEach(items, callService));
	expect(swept).toEqual({ found: 30, fixed: 30, failed: 0 });
	expect([countEverQueued(), getMaxOpenRequests()]).toEqual([0, 5]);
});

test("a sweep task that has used up its budget processes five items and leaves the rest to the next run", async () => {
	const run = () => sweepEach(items, async () => true);
	const runWithBudget = (isUsedUp: boolean) => statementBudget.run(() => isUsedUp, run);
	expect(await runWithBudget(true)).toMatchObject({ fixed: 5 });
	expect(await runWithBudget(false)).toMatchObject({ fixed: 30 });
	expect(await run(), "outside the sweep").toMatchObject({ fixed: 30 });
});
