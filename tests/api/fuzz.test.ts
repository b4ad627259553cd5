import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("200 random requests cause no 5xx, no stack trace, and no change by a rejected request", async () => {
	const [count, seed] = [200, 4];
	const { requestCount, rejectedCount, violations } = await fuzz(shop, count, seed);
	expect(violations).toEqual([]);
	expect(requestCount).toBe(count);
	expect(rejectedCount).toBeGreaterThan(100);
});
