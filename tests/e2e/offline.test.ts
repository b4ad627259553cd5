import type { Route } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const allowedProblems = [/ERR_INTERNET_DISCONNECTED|Failed to fetch/];

test("a form sent without a network keeps its values and can be sent again", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Location").fill("1 Workshop Lane");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await waitForToken(page);
	await page.context().setOffline(true);
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByRole("region", { name: "Messages" }).getByText(offlineMessage).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Workshop Lane");
	await page.context().setOffline(false);
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByText("your order is wait for payment").waitFor();
});

/** The status of a response that is not the shop's, or null if the response is lost, and the message that the page then shows. */
const failures = [
	[503, errors.internal_error.message],
	[null, offlineMessage],
	[200, errors.internal_error.message],
] as const;

const failureProblems = [/status of 503/, /response: 503/, /ERR_CONNECTION_RESET/];

const fail = (route: Route, status: number | null) =>
	status === null
		? route.abort("connectionreset")
		: route.fulfill({ status, contentType: "text/html", body: "<h1>Not the shop</h1>" });

test("a dashboard form whose response is lost or not the shop's keeps its values and can be sent again", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems: failureProblems });
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	await page.getByLabel("Address name").fill("Workshop");
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	const save = page.getByRole("button", { name: "Save address" });
	for (const [status, message] of failures) {
		await page.route(/addresses\.data/, (route) => fail(route, status), { times: 1 });
		await save.click();
		await page.getByRole("main").getByText(message).waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	}
	await save.click();
	await page.getByText("Address saved").waitFor();
});

test("the status page stays open if its check of the services fails", async () => {
	const account = await createAccount(shop, { role: "admin" });
	const page = await browser.newPage({ account, allowedProblems: failureProblems });
	await page.goto("/dashbord/status");
	await waitForHydration(page);
	for (const [status, message] of failures) {
		await page.route(/status\.data/, (route) => fail(route, status), { times: 1 });
		await page.getByRole("button", { name: "Check again" }).click();
		await page.getByRole("main").getByText(message).waitFor();
		expect(await page.getByRole("heading", { name: "Queue" }).count()).toBe(1);
	}
});

test("a link clicked without a network leaves the page unchanged, and the page says why", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems, mockClock: true });
	await page.goto("/dashbord/myprofile");
	await waitForToken(page);
	await page.getByLabel("Contact number").fill("555 0199");
	await page.context().setOffline(true);
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.getByText(offlineMessage).waitFor();
	// Gives the browser enough time to prefetch the page of the hovered link.
	await page.getByRole("link", { name: "My Orders" }).hover();
	await page.clock.runFor(1_000);
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.clock.runFor(1_000);
	expect(await page.getByLabel("Contact number").inputValue()).toBe("555 0199");
	await page.context().setOffline(false);
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.waitForURL("/blogs");
});

/** Opens a page in a browser that reports being offline although it can reach the shop, for example on the same machine. */
async function openPageReportingOffline(path: string, account?: TestAccount) {
	const page = await browser.newPage({ allowedProblems, ...(account && { account }) });
	await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
	await page.goto(path);
	await waitForHydration(page);
	return page;
}

test("a reachable shop works even if the browser reports that it is offline", async () => {
	const account = await createAccount(shop);
	const page = await openPageReportingOffline("/", account);
	await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
	await page.waitForURL("/#about");
	await page.getByRole("link", { name: "Dashbord" }).click();
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.waitForURL("/blogs");
	expect(await page.getByText(offlineMessage).count()).toBe(0);
});

test("a link within the page works without a network", async () => {
	const page = await openPageReportingOffline("/");
	await page.context().setOffline(true);
	await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
	await page.waitForURL("/#about");
	expect(await page.getByText(offlineMessage).count()).toBe(0);
});

test("the error message of a failed cancellation stays after the list refreshes", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({
		account,
		allowedProblems: [/status of 404/],
		mockClock: true,
	});
	await page.goto("/dashbord/myorders");
	await page.getByRole("button", { name: "Cencel" }).click();
	await checkout.cancelOrder(account, orderId);
	await page.getByRole("dialog").getByRole("button", { name: "Cancel this order" }).click();
	const message = page.getByRole("main").getByText(errors.order_not_found.message);
	await message.waitFor();
	const refreshed = page.waitForEvent("requestfinished", (request) =>
		request.url().includes("myorders.data"),
	);
	await page.clock.runFor(5_000);
	await refreshed;
	await page.getByText("This list has changed").waitFor();
	await page.getByRole("button", { name: "Show" }).click();
	await page.getByText("You have not ordered anything yet.").waitFor();
	await page.clock.runFor(5_000);
	expect(await message.isVisible()).toBe(true);
});

test("a message shows its icons without a network", async () => {
	const page = await browser.newPage({ allowedProblems, emptyCache: true });
	await page.goto("/blogs");
	await page.context().setOffline(true);
	await page.getByRole("contentinfo").getByRole("link", { name: "Portfolio" }).click();
	const icons = page.getByRole("region", { name: "Messages" }).locator("svg");
	await expect.poll(() => icons.count()).toBe(2);
	for (const icon of await icons.all()) {
		const getWidth = () =>
			icon.evaluate((svg) => svg instanceof SVGSVGElement && svg.getBBox().width);
		await expect.poll(getWidth).toBeGreaterThan(0);
	}
});
