import { expect, test } from "vitest";
import { watchCache } from "./cache.ts";
import { Unchecked } from "./steps.ts";

const review = { id: "1", text: "Smoke test", page: "/tools/1" };

/**
 * A shop behind a cache that shows a hidden review for so long.
 * @param lagSeconds from the hiding until the page is without it
 */
function createShop({ lagSeconds, cacheSeconds = 600, status = 200 }: Record<string, number>) {
	let [now, hidden, looks] = [0, Number.POSITIVE_INFINITY, 0];
	const messages: string[] = [];
	const world = {
		cacheSeconds,
		tell: (words: string) => messages.push(words),
		clock: {
			stop: new AbortController().signal,
			now: () => now,
			wait: async (ms: number) => {
				now += ms;
			},
		},
		look: async () => {
			looks += 1;
			const isOld = now - hidden < (lagSeconds ?? 0) * 1000;
			if (hidden === Number.POSITIVE_INFINITY || isOld) return new Response(review.text);
			const response = new Response("", { status });
			Object.defineProperty(response, "url", { value: "https://shop.example/tools/1" });
			return response;
		},
	};
	const admin = {
		fetch: () => Promise.reject(new Error("not asked")),
		submit: async () => {
			hidden = now;
			return new Response(null, { status: 303 });
		},
	};
	return { watch: () => watchCache(world, admin, review), messages, looks: () => looks };
}

test("a page that is purged at once takes two requests and no wait", async () => {
	const shop = createShop({ lagSeconds: 0 });
	expect(await shop.watch()).toBe("seen on /tools/1 after 0.0 s, seen gone after 0.0 s");
	expect([shop.looks(), shop.messages]).toEqual([2, []]);
});

test("a refused purge takes effect within ten minutes, and is reported", async () => {
	const shop = createShop({ lagSeconds: 597 });
	expect(await shop.watch()).toMatch(/seen gone after (59[789]|600)\.\d s: within the 600 s/);
	expect(shop.messages).toEqual([
		"/tools/1 still shows a hidden review. Waiting for the edge's cache, 600 s at most.",
	]);
	expect(shop.looks()).toBeLessThan(200);
});

test("a page that is older than ten minutes fails", async () => {
	const watching = createShop({ lagSeconds: 601 }).watch();
	await expect(watching).rejects.toThrow("/tools/1 still shows a hidden review after 600 s");
	await expect(watching).rejects.not.toBeInstanceOf(Unchecked);
});

test("a page that is watched for less than ten minutes is reported as unchecked", async () => {
	const watching = createShop({ lagSeconds: 300, cacheSeconds: 30 }).watch();
	await expect(watching).rejects.toBeInstanceOf(Unchecked);
	await expect(watching).rejects.toThrow("after 30 s; up to 600 s are promised");
});

test("a page that cannot be rendered does not count as one without the review", async () => {
	const watching = createShop({ lagSeconds: 0, status: 503 }).watch();
	await expect(watching).rejects.toThrow("/tools/1 answered 503, not 200");
});
