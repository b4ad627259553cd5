import { afterAll, expect, test } from "vitest";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("a request after one whose body nobody read is answered like any other", async () => {
	for (let round = 0; round < 60; round++) {
		const refused = await shop.fetch("/review", asJson({ review: "x".repeat(4_000) }));
		expect([refused.status, await refused.json()]).toMatchObject([401, {}]);
		const next = await shop.fetch("/auth/login", asJson({}));
		expect([next.status, await next.json()]).toMatchObject([400, {}]);
	}
});
