import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const flashCookie = `flash=${encodeURIComponent(JSON.stringify({ kind: "success", text: "Hello again" }))}`;
const findFlashCookies = (response: Response) =>
	response.headers.getSetCookie().filter((cookie) => cookie.startsWith("flash="));

test("a flash message survives redirects and is shown once", async () => {
	const shopper = await createAccount(shop);
	const headers = { Cookie: `session=${shopper.session}; ${flashCookie}` };
	const redirectResponse = await shop.fetch("/login", { headers });
	expect(redirectResponse.status).toBe(302);
	expect(findFlashCookies(redirectResponse)).toEqual([]);
	const pageResponse = await shop.fetch("/", { headers });
	expect(await pageResponse.text()).toContain("Hello again");
	expect(findFlashCookies(pageResponse)).toEqual([
		expect.stringMatching(/^flash=;.*Expires=Thu, 01 Jan 1970/),
	]);
});
