import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startCheckoutShop } from "../support/checkout.ts";

const checkout = await startCheckoutShop();
const { shop } = checkout;
afterAll(shop.stop);
const shopper = await createAccount(shop);
const orderId = await checkout.placeOrder(shopper);

/** The origin of the Stripe.js mock: the same server under another host name. */
const mockOrigin = new URL(shop.url);
mockOrigin.hostname = "localhost";

/** Returns the values of a directive of the Content-Security-Policy. */
function readDirective(response: Response, name: string): string[] {
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	const match = policy.split(";").find((directive) => directive.trim().split(" ")[0] === name);
	return match?.trim().split(" ").slice(1) ?? [];
}

const linkOrigins = ["https://link.com", "https://*.link.com"];

/** docs.stripe.com/security/guide#content-security-policy, "Stripe.js" and "Link" */
const requiredSources: [directive: string, sources: string[]][] = [
	["script-src", ["https://js.stripe.com", "https://*.js.stripe.com"]],
	[
		"frame-src",
		[
			"https://js.stripe.com",
			"https://*.js.stripe.com",
			"https://hooks.stripe.com",
			...linkOrigins,
		],
	],
	["connect-src", ["https://api.stripe.com", ...linkOrigins]],
];

/** Spellings of the payment page's path that the router accepts. */
const paymentPaths = [
	"/dashbord/payment/:order",
	"/Dashbord/Payment/:order",
	"/DASHBORD/PAYMENT/:order",
	"/dashbord/payment/:order/",
	"/Dashbord/payMent/:order/",
	"/dashbord/pay%6Dent/:order",
	"/%64ashbord/Payment/:order",
	"/dashbord/payment/:order?from=mail",
	"/dashbord/payment/:encoded",
];

const encodedOrderId = `%${orderId.charCodeAt(0).toString(16)}${orderId.slice(1)}`;
const openPage = (path: string) =>
	shopper.fetch(path.replace(":order", orderId).replace(":encoded", encodedOrderId));

test.each(paymentPaths)("the payment page at %s has a CSP that allows Stripe", async (path) => {
	const response = await openPage(path);
	expect(response.status).toBe(200);
	expect(await response.text()).toContain("Card payment");
	for (const [name, sources] of requiredSources)
		expect(readDirective(response, name), name).toEqual(expect.arrayContaining(sources));
	const scriptSources = readDirective(response, "script-src").filter(
		(source) => source !== mockOrigin.origin,
	);
	expect(scriptSources.join(" ")).not.toMatch(/unsafe|data:|http:/);
	expect(readDirective(response, "object-src")).toEqual(["'none'"]);
	expect(response.headers.get("Permissions-Policy")).toContain(
		'payment=(self "https://js.stripe.com")',
	);
	expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
});

test("the Stripe.js mock has its own origin, which only the payment page allows", async () => {
	const response = await openPage("/dashbord/payment/:order");
	for (const [name] of requiredSources)
		expect(readDirective(response, name), name).toContain(mockOrigin.origin);
	const scriptResponse = await shop.sandbox("/__sandbox/stripe.js");
	expect(scriptResponse.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
	const frameResponse = await shop.sandbox("/__sandbox/stripe-js/card");
	expect(readDirective(frameResponse, "frame-ancestors").join(" ")).toBe(
		"'self' http://localhost:* http://127.0.0.1:*",
	);
});

test("the API of the Stripe.js mock accepts only this shop's origins", async () => {
	const intentPath = "/__sandbox/stripe/v1/payment_intents/pi_none";
	const sendFrom = (origin: string, init: RequestInit = {}) =>
		shop.sandbox(intentPath, { ...init, headers: { Origin: origin } });
	for (const origin of [shop.url, mockOrigin.origin]) {
		const { headers } = await sendFrom(origin);
		expect(headers.get("Access-Control-Allow-Origin")).toBe(origin);
	}
	for (const origin of ["https://evil.example", "http://localhost:1"]) {
		const readResponse = await sendFrom(origin);
		expect(readResponse.headers.get("Access-Control-Allow-Origin")).toBeNull();
		const postResponse = await sendFrom(origin, { method: "POST" });
		expect(postResponse.status).toBe(403);
	}
	const preflight = await sendFrom(mockOrigin.origin, { method: "OPTIONS" });
	expect(preflight.headers.get("Access-Control-Allow-Headers")).not.toMatch(/authorization|\*/i);
	const outboxResponse = await shop.sandbox("/__sandbox/email.json", {
		headers: { Origin: mockOrigin.origin },
	});
	expect(outboxResponse.headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("style attributes are allowed only on the payment page, and style elements nowhere", async () => {
	const paymentResponse = await openPage("/dashbord/payment/:order");
	expect(readDirective(paymentResponse, "style-src-attr")).toEqual(["'unsafe-inline'"]);
	const ordersResponse = await shopper.fetch("/dashbord/myorders");
	expect(readDirective(ordersResponse, "style-src-attr")).toEqual(["'none'"]);
	for (const response of [paymentResponse, ordersResponse])
		expect(readDirective(response, "style-src")).toEqual(["'self'"]);
});

const otherPages = [
	"/",
	"/tools",
	"/login",
	"/nothing",
	"/dashbord",
	"/dashbord/myorders",
	"/dashbord/orders/:order",
	"/dashbord/invoice/:order",
	"/dashbord/payment",
	"/dashbord/payment/:order/more",
	"/payment/",
	"/?/dashbord/payment/",
	"/dashbord/myorders?next=/dashbord/payment/1",
];

test.each(otherPages)("the CSP of %s does not allow Stripe", async (path) => {
	const response = await openPage(path);
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	expect(policy).not.toMatch(/stripe|link/);
	// The policy of a redirect has no frame-src: its default-src applies.
	const directive = response.status === 302 ? "default-src" : "frame-src";
	expect(readDirective(response, directive)).toEqual(["'none'"]);
	expect(response.headers.get("Permissions-Policy")).toContain("payment=(self)");
	expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
});

test("the .data response of the payment page has the deny-all policy", async () => {
	for (const path of ["/dashbord/payment/:order.data", "/Dashbord/Payment/:order.data"]) {
		const response = await openPage(path);
		expect(response.headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; frame-ancestors 'none'",
		);
	}
});
