import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** `npm run soak` sends ten thousand. */
test("200 requests of every kind: never a 5xx, never a stack, nothing changed by a refused one", async () => {
	const { requests, refused, flaws } = await fuzz(shop, 200, 4);
	expect(flaws).toEqual([]);
	expect(requests).toBe(200);
	expect(refused).toBeGreaterThan(100);
});
