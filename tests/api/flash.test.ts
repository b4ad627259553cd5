import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const message = `flash=${encodeURIComponent(JSON.stringify({ kind: "success", text: "Hello again" }))}`;
const setFlash = (answer: Response) =>
	answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("flash="));

test("a message outlives the redirects on the way to a page, and appears once", async () => {
	const shopper = await createAccount(shop);
	const headers = { Cookie: `session=${shopper.session}; ${message}` };
	const redirected = await shop.fetch("/login", { headers });
	expect(redirected.status).toBe(302);
	expect(setFlash(redirected)).toEqual([]);
	const page = await shop.fetch("/", { headers });
	expect(await page.text()).toContain("Hello again");
	expect(setFlash(page)).toEqual([expect.stringMatching(/^flash=;.*Expires=Thu, 01 Jan 1970/)]);
});
