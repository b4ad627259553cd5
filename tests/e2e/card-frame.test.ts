import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { cardFrame, fillCard, payByCard, pressBankButton, testCards } from "../support/card.ts";
import { createCheckout } from "../support/checkout.ts";
import { readPixelColor } from "../support/pixel.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckout(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

type Wish = Parameters<typeof browser.newPage>[0];

/** A page of a shopper with a new order, not yet opened. */
async function prepare(wish: Wish = {}) {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const order = await checkout.placeOrder(account);
	const page = await browser.newPage({ account, ...wish });
	return { page, order, account, path: `/dashbord/payment/${order}` };
}

async function openPayment(wish: Wish = {}) {
	const prepared = await prepare(wish);
	await prepared.page.goto(prepared.path);
	return prepared;
}

const number = (page: Page) => cardFrame(page).getByLabel("Card number");
const opened = (page: Page) => number(page).waitFor();
const blocked = (page: Page) => page.getByText("The card fields did not load.").waitFor();
const payButton = (page: Page) => page.getByRole("button", { name: "Pay" });

const setSwitches = (switches: object) =>
	shop.sandbox("/__sandbox/stripe-js/switches", asJson(switches, "PUT"));

test("the card fields are of another origin, and the shop's page cannot read what is typed there", async () => {
	const { page, order } = await prepare();
	await page.addInitScript(() => {
		const heard: string[] = [];
		Object.assign(window, { heard });
		const hear = ({ data }: MessageEvent) => void heard.push(JSON.stringify(data));
		addEventListener("message", hear);
		const setter = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
		Object.defineProperty(MessagePort.prototype, "onmessage", {
			set(listener) {
				this.addEventListener("message", hear);
				setter?.set?.call(this, listener);
			},
		});
	});
	const sent: string[] = [];
	page.on("request", (request) => {
		if (request.frame() === page.mainFrame()) sent.push(request.url() + request.postData());
	});
	await page.goto(`/dashbord/payment/${order}`);
	await fillCard(page, testCards.valid);
	const frame = page.frames().find((each) => each.url().includes("/stripe-js/card"));
	expect(new URL(String(frame?.url())).origin).not.toBe(new URL(page.url()).origin);
	const readable = await page.evaluate(() => {
		const inner = document.querySelector("iframe")?.contentWindow;
		try {
			return String(inner?.document.body.innerHTML);
		} catch (error) {
			return error instanceof Error ? error.name : "";
		}
	});
	expect(readable).toBe("SecurityError");
	await payButton(page).click();
	await page.getByText("payment Done").waitFor();
	const heard = await page.evaluate(() => Reflect.get(window, "heard") as string[]);
	expect(heard.join()).toContain('"complete":true');
	expect(sent.join()).toContain("/v1/payment_intents/");
	for (const text of [await page.content(), ...heard, ...sent])
		expect(text.replaceAll(/[\s+-]|%20/g, "")).not.toContain(testCards.valid);
});

/** Takes a source out of one directive of the payment page's policy. */
async function withoutSource(page: Page, directive: string, source: RegExp): Promise<void> {
	// Chromium takes a page that a test answers for one of the internet, which has to ask before it reaches this machine.
	await page.context().grantPermissions(["local-network-access"]);
	await page.route(/\/dashbord\/payment\/\w+$/, async (route) => {
		const response = await route.fetch();
		const headers = response.headers();
		const policy = (headers["content-security-policy"] ?? "").split("; ");
		const changed = policy.map((each) =>
			each.startsWith(`${directive} `) ? each.replace(source, "") || `${directive} 'none'` : each,
		);
		expect(changed).not.toEqual(policy);
		await route.fulfill({
			response,
			headers: { ...headers, "content-security-policy": changed.join("; ") },
		});
	});
}

const allowedProblems = [/Content Security Policy/, /ERR_BLOCKED_BY_CSP| csp$/, /postMessage/];
const ofDouble = / http:\/\/localhost:\d+/;

test("without its origin in script-src Stripe.js does not load, and the page reports it", async () => {
	const { page, path } = await prepare({ allowedProblems });
	await withoutSource(page, "script-src", ofDouble);
	await page.goto(path);
	await blocked(page);
});

test("without its origin in frame-src the card fields do not come, and after 20 seconds the page reports it", async () => {
	const { page, path } = await prepare({ allowedProblems, mockClock: true });
	await withoutSource(page, "frame-src", ofDouble);
	await page.goto(path);
	await page.locator("iframe").waitFor({ state: "attached" });
	await page.clock.fastForward(21_000);
	await blocked(page);
});

test("without its origin in connect-src requests to Stripe fail", async () => {
	const { page, path } = await prepare({ allowedProblems });
	await withoutSource(page, "connect-src", ofDouble);
	await page.goto(path);
	await page.getByText("experiencing issues connecting to our payments provider").waitFor();
});

test("without style attributes the frame of the card fields loses its width", async () => {
	const widthOf = async (page: Page) => {
		await opened(page);
		return (await page.locator("iframe").boundingBox())?.width ?? 0;
	};
	const { page, path } = await prepare({ allowedProblems });
	await page.goto(path);
	expect(await widthOf(page)).toBeGreaterThan(340);
	await withoutSource(page, "style-src-attr", / 'unsafe-inline'/);
	await page.reload();
	expect(await widthOf(page)).toBeLessThan(310);
});

const textColor = (page: Page) => number(page).evaluate((input) => getComputedStyle(input).color);
const pageColor = (page: Page) =>
	page.locator("main").evaluate((main) => getComputedStyle(main).color);

/** Milliseconds that a busy machine may take to paint. */
const soon = { timeout: 5_000 };

test("the card fields have the page's colors, by device and by switch, and its typeface", async () => {
	const { page } = await openPayment();
	await opened(page);
	const light = await pageColor(page);
	expect(await textColor(page)).toBe(light);
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(() => textColor(page), soon).not.toBe(light);
	await expect.poll(() => textColor(page), soon).toBe(await pageColor(page));
	await page.emulateMedia({ colorScheme: "light" });
	await expect.poll(() => textColor(page), soon).toBe(light);
	await page.getByRole("button", { name: "Dark", exact: true }).click();
	await expect.poll(() => pageColor(page), soon).not.toBe(light);
	await expect.poll(() => textColor(page), soon).toBe(await pageColor(page));
	await page.getByRole("button", { name: "Light", exact: true }).click();
	await expect.poll(() => textColor(page), soon).toBe(light);
	const family = await number(page).evaluate((input) => getComputedStyle(input).fontFamily);
	expect(family).toMatch(/^"?Archivo/);
	const loaded = () =>
		number(page).evaluate(async () => {
			await document.fonts.ready;
			return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
		});
	await expect.poll(loaded, soon).toEqual(["Archivo loaded"]);
});

test("in the dark scheme, by device and by switch, the card fields have the page's background, not white", async () => {
	const { page, path } = await prepare({ colorScheme: "dark" });
	await page.goto(path);
	const ground = async () => {
		await opened(page);
		const { x = 0, y = 0 } = (await page.locator("iframe").boundingBox()) ?? {};
		return Math.max(...(await readPixelColor(page, x + 1, y + 1)));
	};
	expect(await ground()).toBeLessThan(80);
	await page.emulateMedia({ colorScheme: "light" });
	const kept = page.waitForResponse(/\/theme$/);
	await page.getByRole("button", { name: "Dark", exact: true }).click();
	await kept;
	await page.reload();
	expect(await ground()).toBeLessThan(80);
});

test("card fields that fail to load are reported, and load at the next try", async () => {
	const { page, path } = await prepare({ allowedProblems: [/status of 500/, /response: 500/] });
	await setSwitches({ loaderror: 1 });
	await page.goto(path);
	await blocked(page);
	expect(await payButton(page).isDisabled()).toBe(true);
	await page.getByRole("button", { name: "Try again" }).click();
	await payByCard(page, testCards.valid);
	await page.getByText("payment Done").waitFor();
});

test("the form is opening until the card fields are ready, and fails after 20 seconds", async () => {
	const { page, path } = await prepare({ mockClock: true });
	const session = Promise.withResolvers<void>();
	const isSession = /stripe-js\/session\?/;
	await page.route(isSession, (route) => session.promise.then(() => route.abort()), { times: 1 });
	const asked = page.waitForRequest(isSession);
	await page.goto(path);
	await asked;
	await page.getByText("Opening the card form").waitFor();
	expect(await payButton(page).isDisabled()).toBe(true);
	await page.clock.fastForward(21_000);
	await blocked(page);
	await page.getByRole("button", { name: "Try again" }).click();
	await opened(page);
	await fillCard(page, testCards.valid);
	expect(await payButton(page).isEnabled()).toBe(true);
	session.resolve();
});

test("the card fields do not open with an unknown key", async () => {
	const { page, path } = await prepare({ allowedProblems: [/status of 401/] });
	await page.route("**/stripe-js/session?*", (route) =>
		route.continue({ url: route.request().url().replace("pk_test_sandbox", "pk_test_other") }),
	);
	await page.goto(path);
	await blocked(page);
});

test("Link is not offered, and the ZIP code belongs to the card", async () => {
	const { page, order } = await openPayment();
	await opened(page);
	expect(await cardFrame(page).getByRole("button").count()).toBe(0);
	await fillCard(page, testCards.valid);
	await cardFrame(page).getByLabel("ZIP").fill("941");
	await payButton(page).click();
	await page.getByText("Your postal code is incomplete.").waitFor();
	await cardFrame(page).getByLabel("ZIP").fill("94107");
	await cardFrame(page).getByLabel("ZIP").press("Enter");
	await page.getByText("payment Done").waitFor();
	const intent = await checkout.stripe.sdk.paymentIntents.retrieve(
		String(await checkout.readTransactionId(order)),
		{ expand: ["payment_method"] },
	);
	expect(intent.payment_method).toMatchObject({
		billing_details: { address: { postal_code: "94107" } },
	});
});

test("on a host without a second name the frames are sandboxed, and a card pays", async () => {
	const { page, account, order } = await prepare();
	const url = new URL(shop.url);
	url.hostname = "shop.localhost";
	const cookie = {
		name: "session",
		value: account.session,
		httpOnly: true,
		sameSite: "Lax",
	} as const;
	await page.context().addCookies([{ ...cookie, url: url.origin }]);
	await page.goto(`${url.origin}/dashbord/payment/${order}`);
	await opened(page);
	expect(await page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts allow-forms");
	await payByCard(page, testCards.threeDSecure);
	await pressBankButton(page, "Complete authentication");
	await page.getByText("payment Done").waitFor();
});
