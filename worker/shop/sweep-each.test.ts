import { expect, test } from "vitest";
import { limitConnections } from "../../tests/support/connection-limit.ts";
import { sweepEach } from "./sweep-each.ts";

/** A service whose headers come when the test releases them, and that counts who waits for them. */
function createService() {
	const waiting: (() => void)[] = [];
	let most = 0;
	const limited = limitConnections({
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => {
			await new Promise<void>((response) => {
				waiting.push(response);
				most = Math.max(most, waiting.length);
			});
			return new Response("ok");
		},
	});
	const ask = async () => (await limited.binding.fetch("http://service/")).ok;
	/** Answers one after the other until everything is done. */
	async function answerUntil<Done>(done: Promise<Done>): Promise<Done> {
		let over = false;
		const end = done.finally(() => {
			over = true;
		});
		while (!over) {
			waiting.shift()?.();
			await new Promise((resume) => setImmediate(resume));
		}
		return end;
	}
	return { ask, answerUntil, queued: limited.countQueued, most: () => most };
}

const thirty = Array.from({ length: 30 }, (_, index) => index);

test("one of seven concurrent calls waits for a connection, and all are answered", async () => {
	const { ask, answerUntil, queued, most } = createService();
	const answers = await answerUntil(Promise.all(thirty.slice(0, 7).map(ask)));
	expect([answers.length, queued(), most()]).toEqual([7, 1, 6]);
});

test("the calls of a sweep never wait for a connection", async () => {
	const { ask, answerUntil, queued, most } = createService();
	const swept = await answerUntil(sweepEach(thirty, ask));
	expect(swept).toEqual({ found: 30, fixed: 30, failed: 0 });
	expect([queued(), most()]).toEqual([0, 5]);
});
