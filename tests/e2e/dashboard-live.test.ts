import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { startCheckout } from "../support/checkout.ts";

const till = await startCheckout();
const { shop } = till;
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

/** My Orders of a shopper who has one, under a clock that the test turns. */
async function openOrders() {
	const account = await createAccount(shop);
	await till.placeOrder(account);
	const page = await browser.newPage({
		account,
		allow: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/],
	});
	await page.clock.install();
	await page.goto("/dashbord/myorders");
	await page.getByRole("button", { name: "Cencel" }).waitFor();
	return { page, account };
}

const isLook = (url: string) => url.includes("myorders.data?_routes=");

/** Lets five seconds pass and waits for the page's look at its data. @returns the status that went over the wire */
async function look(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	const looks = new Set<string>();
	const status = new Promise<number>((resolve) => {
		session.on("Network.requestWillBeSent", ({ requestId, request }) => {
			if (isLook(request.url)) looks.add(requestId);
		});
		session.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
			if (looks.has(requestId)) resolve(statusCode);
		});
	});
	const finished = page.waitForEvent("requestfinished", (request) => isLook(request.url()));
	await page.clock.runFor(5_000);
	await finished;
	return status;
}

test("a list shows by itself what changed", async () => {
	const { page, account } = await openOrders();
	await till.placeOrder(account);
	await look(page);
	await page.getByRole("button", { name: "Cencel" }).nth(1).waitFor();
});

test("what has not changed is not sent again", async () => {
	const { page } = await openOrders();
	expect(await look(page)).toBe(200);
	expect(await look(page)).toBe(304);
	expect(await look(page)).toBe(304);
});

test("nothing changes under an open question", async () => {
	const { page, account } = await openOrders();
	await page.getByRole("button", { name: "Cencel" }).click();
	await till.placeOrder(account);
	let looked = false;
	page.on("request", (request) => {
		looked ||= isLook(request.url());
	});
	await page.clock.runFor(20_000);
	expect(looked).toBe(false);
	await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
	await look(page);
	await page.getByRole("button", { name: "Cencel" }).nth(1).waitFor();
});

test("without a network the list stays as it is", async () => {
	const { page } = await openOrders();
	await page.context().setOffline(true);
	const failed = page.waitForEvent("requestfailed", (request) => isLook(request.url()));
	await page.clock.runFor(5_000);
	await failed;
	await page.context().setOffline(false);
	await look(page);
	expect(await page.getByRole("button", { name: "Cencel" }).isVisible()).toBe(true);
});

test("who was signed out elsewhere is led to the login", async () => {
	const { page, account } = await openOrders();
	await page.waitForFunction(() => localStorage.getItem("accessToken"));
	await account.fetch("/auth/logout", { method: "POST" });
	await page.clock.runFor(5_000);
	await page.waitForURL("/login?from=%2Fdashbord%2Fmyorders");
});
