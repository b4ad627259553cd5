import { expect, test } from "vitest";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { getHome } from "./home-and-product-pages.ts";

test("the contact address on the home page is the sender of the shop's emails", async () => {
	const { anonymousContext } = createLocalShop();
	const shop = withEnv(anonymousContext, { MAIL_FROM: "Shop <sales@garage.test>" });
	expect((await getHome(shop, 0)).contact).toBe("sales@garage.test");
});
