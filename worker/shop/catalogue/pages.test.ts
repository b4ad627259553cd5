import { expect, test } from "vitest";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { getHome } from "./pages.ts";

test("the contact address on the home page is the sender of the shop's emails", async () => {
	const { anonymousContext } = createLocalShop();
	const env = new Proxy(anonymousContext.env, {
		get: (target, name, receiver) =>
			name === "MAIL_FROM" ? "Shop <sales@garage.test>" : Reflect.get(target, name, receiver),
	});
	expect((await getHome({ ...anonymousContext, env }, 0)).contact).toBe("sales@garage.test");
});
