import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("200 random requests cause no 5xx, no stack trace, and no change by a rejected request", async () => {
	const [requestCount, seed] = [200, 4];
	const { requests, rejected, violations } = await fuzz(shop, requestCount, seed);
	expect(violations).toEqual([]);
	expect(requests).toBe(requestCount);
	expect(rejected).toBeGreaterThan(100);
});
