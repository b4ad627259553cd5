import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** `npm run soak` sends ten thousand. */
test("200 random requests: no 5xx, no stack trace, and no change by a rejected request", async () => {
	const { requests, rejected, violations } = await fuzz(shop, 200, 4);
	expect(violations).toEqual([]);
	expect(requests).toBe(200);
	expect(rejected).toBeGreaterThan(100);
});
