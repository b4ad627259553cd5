import { expect, test } from "vitest";
import { createLocalShop, withEnv } from "../../tests/support/local-shop.ts";
import { getSeller } from "./seller.ts";

test("the seller on invoices and quotes is the sender of the shop's emails, at the shop's URL", () => {
	const shop = withEnv(createLocalShop().anonymousContext, { MAIL_FROM: "Shop <shop@shop.test>" });
	expect(getSeller(shop)).toEqual(["Shop", "shop@shop.test", "http://shop.test"]);
});
