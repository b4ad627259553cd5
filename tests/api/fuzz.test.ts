import { afterAll, expect, test } from "vitest";
import { fuzz } from "../fuzz/fuzzer.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("600 requests of every kind: never a 5xx, never a stack, nothing changed by a refused one", async () => {
	const { requests, refused, flaws } = await fuzz(shop, 600, 4);
	expect(flaws).toEqual([]);
	expect(requests).toBe(600);
	expect(refused).toBeGreaterThan(300);
}, 120_000);
