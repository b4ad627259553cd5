import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** `npm run soak` sends ten thousand requests. */
test("200 random requests cause no 5xx and no stack trace, and a rejected request changes nothing", async () => {
	const { requests, rejected, violations } = await fuzz(shop, 200, 4);
	expect(violations).toEqual([]);
	expect(requests).toBe(200);
	expect(rejected).toBeGreaterThan(100);
});
