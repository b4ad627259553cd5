import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import {
	fillCard,
	getCardFrame,
	payByCard,
	pressBankButton,
	testCards,
} from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { readPixelColor } from "../support/read-pixel-color.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

type PageOptions = Parameters<typeof browser.newPage>[0];

/** Creates a shopper with an unpaid order, and opens a browser page but not the payment page. */
async function prepareOrder(options: PageOptions = {}) {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account, ...options });
	return { page, orderId, account, path: `/dashbord/payment/${orderId}` };
}

async function openPayment(options: PageOptions = {}) {
	const payment = await prepareOrder(options);
	await payment.page.goto(payment.path);
	return payment;
}

const getCardNumberField = (page: Page) => getCardFrame(page).getByLabel("Card number");
const waitForCardFields = (page: Page) => getCardNumberField(page).waitFor();
const waitForLoadError = (page: Page) => page.getByText("The card fields did not load.").waitFor();
const getPayButton = (page: Page) => page.getByRole("button", { name: "Pay" });

const overrideBehavior = (overrides: object) =>
	shop.sandbox("/__sandbox/stripe-js/switches", createJsonInit(overrides, "PUT"));

test("the card fields are on another origin, so that the shop's page cannot read their input", async () => {
	const { page, orderId } = await prepareOrder();
	await page.addInitScript(() => {
		const messages: string[] = [];
		Object.assign(window, { messages });
		const record = ({ data }: MessageEvent) => void messages.push(JSON.stringify(data));
		addEventListener("message", record);
		const setter = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
		Object.defineProperty(MessagePort.prototype, "onmessage", {
			set(listener) {
				this.addEventListener("message", record);
				setter?.set?.call(this, listener);
			},
		});
	});
	const requests: string[] = [];
	page.on("request", (request) => {
		if (request.frame() === page.mainFrame()) requests.push(request.url() + request.postData());
	});
	await page.goto(`/dashbord/payment/${orderId}`);
	await fillCard(page, testCards.valid);
	const frame = page.frames().find((child) => child.url().includes("/stripe-js/card"));
	const script = requests.find((url) => url.includes("/stripe.js"));
	for (const url of [frame?.url(), script])
		expect(new URL(String(url)).origin).not.toBe(new URL(page.url()).origin);
	const frameContent = await page.evaluate(() => {
		const frameWindow = document.querySelector("iframe")?.contentWindow;
		try {
			return String(frameWindow?.document.body.innerHTML);
		} catch (error) {
			return error instanceof Error ? error.name : "";
		}
	});
	expect(frameContent).toBe("SecurityError");
	await getPayButton(page).click();
	await page.getByText("payment Done").waitFor();
	const messages = await page.evaluate(() => Reflect.get(window, "messages") as string[]);
	expect(messages.join()).toContain('"complete":true');
	expect(requests.join()).toMatch(/localhost:\d+\/__sandbox\/stripe\/v1\/payment_intents\//);
	for (const text of [await page.content(), ...messages, ...requests])
		expect(text.replaceAll(/[\s+-]|%20/g, "")).not.toContain(testCards.valid);
});

/** Removes a source from one directive of the payment page's Content-Security-Policy. */
async function removeSource(page: Page, directive: string, source: RegExp): Promise<void> {
	// Chromium treats a response from `route.fulfill` as coming from a public site, which needs permission to reach localhost.
	await page.context().grantPermissions(["local-network-access"]);
	await page.route(/\/dashbord\/payment\/\w+$/, async (route) => {
		const response = await route.fetch();
		const headers = response.headers();
		const policy = (headers["content-security-policy"] ?? "").split("; ");
		const changedPolicy = policy.map((part) =>
			part.startsWith(`${directive} `) ? part.replace(source, "") || `${directive} 'none'` : part,
		);
		expect(changedPolicy).not.toEqual(policy);
		await route.fulfill({
			response,
			headers: { ...headers, "content-security-policy": changedPolicy.join("; ") },
		});
	});
}

const allowedProblems = [/Content Security Policy/, /ERR_BLOCKED_BY_CSP| csp$/, /postMessage/];
const stripeMockOrigin = / http:\/\/localhost:\d+/;

test("if frame-src lacks Stripe's origin, the page reports after 20 seconds that the card fields did not load", async () => {
	const { page, path } = await prepareOrder({ allowedProblems, mockClock: true });
	await removeSource(page, "frame-src", stripeMockOrigin);
	await page.goto(path);
	await getCardFrame(page).owner().waitFor({ state: "attached" });
	await page.clock.fastForward(21_000);
	await waitForLoadError(page);
});

test("if style-src-attr forbids style attributes, the frame of the card fields loses its width", async () => {
	const getFrameWidth = async (page: Page) => {
		await waitForCardFields(page);
		return (await getCardFrame(page).owner().boundingBox())?.width ?? 0;
	};
	const { page, path } = await prepareOrder({ allowedProblems });
	await page.goto(path);
	expect(await getFrameWidth(page)).toBeGreaterThan(340);
	await removeSource(page, "style-src-attr", / 'unsafe-inline'/);
	await page.reload();
	expect(await getFrameWidth(page)).toBeLessThan(310);
});

const getTextColor = (page: Page) =>
	getCardNumberField(page).evaluate((input) => getComputedStyle(input).color);
const getPageColor = (page: Page) =>
	page.locator("main").evaluate((main) => getComputedStyle(main).color);

/** A busy machine may take a few seconds to paint. */
const slowPaint = { timeout: 5_000 };

test("the card fields use the page's font and the color scheme set by the device or the theme button", async () => {
	const { page } = await openPayment();
	await waitForCardFields(page);
	const lightColor = await getPageColor(page);
	expect(await getTextColor(page)).toBe(lightColor);
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(() => getTextColor(page), slowPaint).not.toBe(lightColor);
	await expect.poll(() => getTextColor(page), slowPaint).toBe(await getPageColor(page));
	await page.emulateMedia({ colorScheme: "light" });
	await expect.poll(() => getTextColor(page), slowPaint).toBe(lightColor);
	await page.getByRole("button", { name: "Dark", exact: true }).click();
	await expect.poll(() => getPageColor(page), slowPaint).not.toBe(lightColor);
	await expect.poll(() => getTextColor(page), slowPaint).toBe(await getPageColor(page));
	await page.getByRole("button", { name: "Light", exact: true }).click();
	await expect.poll(() => getTextColor(page), slowPaint).toBe(lightColor);
	const family = await getCardNumberField(page).evaluate(
		(input) => getComputedStyle(input).fontFamily,
	);
	expect(family).toMatch(/^"?Archivo/);
	const readFontStatus = () =>
		getCardNumberField(page).evaluate(async () => {
			await document.fonts.ready;
			return [...document.fonts].map(({ family, status }) => `${family} ${status}`);
		});
	await expect.poll(readFontStatus, slowPaint).toEqual(["Archivo loaded"]);
});

test("the card fields have a dark background if the device or the theme button sets a dark color scheme", async () => {
	const { page, path } = await prepareOrder({ colorScheme: "dark" });
	await page.goto(path);
	const readBackgroundBrightness = async () => {
		await waitForCardFields(page);
		const { x = 0, y = 0 } = (await getCardFrame(page).owner().boundingBox()) ?? {};
		return Math.max(...(await readPixelColor(page, x + 1, y + 1)));
	};
	expect(await readBackgroundBrightness()).toBeLessThan(80);
	await page.emulateMedia({ colorScheme: "light" });
	const themeSaved = page.waitForResponse(/\/theme$/);
	await page.getByRole("button", { name: "Dark", exact: true }).click();
	await themeSaved;
	await page.reload();
	expect(await readBackgroundBrightness()).toBeLessThan(80);
});

test("Try again loads the card fields after they failed to load", async () => {
	const { page, path } = await prepareOrder({
		allowedProblems: [/status of 500/, /response: 500/],
	});
	await overrideBehavior({ loaderror: 1 });
	await page.goto(path);
	await waitForLoadError(page);
	expect(await getPayButton(page).count()).toBe(0);
	await page.getByRole("button", { name: "Try again" }).click();
	await waitForCardFields(page);
	await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
});

test("the form shows that the card fields are loading and reports an error after 20 seconds", async () => {
	const { page, path } = await prepareOrder({ mockClock: true });
	const sessionDelay = Promise.withResolvers<void>();
	const sessionUrl = /stripe-js\/session\?/;
	await page.route(sessionUrl, (route) => sessionDelay.promise.then(() => route.abort()), {
		times: 1,
	});
	const sessionRequest = page.waitForRequest(sessionUrl);
	await page.goto(path);
	await sessionRequest;
	await page.getByText("Loading the card form").waitFor();
	expect(await getPayButton(page).isDisabled()).toBe(true);
	await page.clock.fastForward(21_000);
	await waitForLoadError(page);
	await page.getByRole("button", { name: "Try again" }).click();
	await waitForCardFields(page);
	await fillCard(page, testCards.valid);
	await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
	sessionDelay.resolve();
});

test.each([390, 1280])(
	"the Pay button does not move while the card fields load in a viewport of %i px",
	async (width) => {
		const { page, path } = await prepareOrder({ width });
		const continueSession = await delayRequests(page, /stripe-js\/session\?/);
		await page.goto(path);
		await page.getByText("Loading the card form").waitFor();
		const box = await getPayButton(page).boundingBox();
		await getCardFrame(page).owner().waitFor();
		expect(await getPayButton(page).boundingBox()).toEqual(box);
		continueSession();
		await waitForCardFields(page);
		await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
		expect(await getPayButton(page).boundingBox()).toEqual(box);
	},
);

test("the card form requires a ZIP code, saves it with the card, and does not offer Link", async () => {
	const { page, orderId } = await openPayment();
	await waitForCardFields(page);
	expect(await getCardFrame(page).getByRole("button").count()).toBe(0);
	await fillCard(page, testCards.valid);
	await getCardFrame(page).getByLabel("ZIP").fill("941");
	await getPayButton(page).click();
	await page.getByText("Your postal code is incomplete.").waitFor();
	await getCardFrame(page).getByLabel("ZIP").fill("94107");
	await getCardFrame(page).getByLabel("ZIP").press("Enter");
	await page.getByText("payment Done").waitFor();
	const intent = await checkout.stripe.sdk.paymentIntents.retrieve(
		String(await checkout.readTransactionId(orderId)),
		{ expand: ["payment_method"] },
	);
	expect(intent.payment_method).toMatchObject({
		billing_details: { address: { postal_code: "94107" } },
	});
});

test("on a host with a single origin, the Stripe.js mock sandboxes its frames, and payments succeed", async () => {
	const { page, account, orderId } = await prepareOrder();
	const url = new URL(shop.url);
	url.hostname = "shop.localhost";
	const cookie = {
		name: "session",
		value: account.session,
		httpOnly: true,
		sameSite: "Lax",
	} as const;
	await page.context().addCookies([{ ...cookie, url: url.origin }]);
	await page.goto(`${url.origin}/dashbord/payment/${orderId}`);
	await waitForCardFields(page);
	expect(await getCardFrame(page).owner().getAttribute("sandbox")).toBe(
		"allow-scripts allow-forms",
	);
	await payByCard(page, testCards.threeDSecure);
	await pressBankButton(page, "Complete authentication");
	await page.getByText("payment Done").waitFor();
});
