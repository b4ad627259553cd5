import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startCheckout } from "../support/checkout.ts";

const checkout = await startCheckout();
const { shop } = checkout;
afterAll(shop.stop);
const shopper = await createAccount(shop);
const order = await checkout.placeOrder(shopper);

/** The same server under its other name, from which the Stripe.js mock comes. */
const local = new URL(shop.url);
local.hostname = "localhost";

/** @returns the values of one directive of an answer's Content-Security-Policy */
function directive(response: Response, name: string): string[] {
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	const found = policy.split(";").find((each) => each.trim().split(" ")[0] === name);
	return found?.trim().split(" ").slice(1) ?? [];
}

/** docs.stripe.com/security/guide#content-security-policy, "Stripe.js" */
const required: [directive: string, sources: string[]][] = [
	["script-src", ["https://js.stripe.com", "https://*.js.stripe.com"]],
	["frame-src", ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"]],
	["connect-src", ["https://api.stripe.com"]],
];

/** Spellings of one address that the router takes for the payment page. */
const spellings = [
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

const encoded = `%${order.charCodeAt(0).toString(16)}${order.slice(1)}`;
const open = (path: string) =>
	shopper.fetch(path.replace(":order", order).replace(":encoded", encoded));

test.each(spellings)("%s is the payment page, and allows Stripe", async (path) => {
	const response = await open(path);
	expect(response.status).toBe(200);
	expect(await response.text()).toContain("Card payment");
	for (const [name, sources] of required)
		expect(directive(response, name), name).toEqual(expect.arrayContaining(sources));
	const scripts = directive(response, "script-src").filter((each) => each !== local.origin);
	expect(scripts.join(" ")).not.toMatch(/unsafe|data:|http:/);
	expect(directive(response, "object-src")).toEqual(["'none'"]);
	expect(response.headers.get("Permissions-Policy")).toContain(
		'payment=(self "https://js.stripe.com")',
	);
	expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
});

test("the Stripe.js mock has its own origin, which only the payment page allows", async () => {
	const response = await open("/dashbord/payment/:order");
	for (const [name] of required) expect(directive(response, name), name).toContain(local.origin);
	const script = await shop.sandbox("/__sandbox/stripe.js");
	expect(script.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
	const frame = await shop.sandbox("/__sandbox/stripe-js/card");
	expect(directive(frame, "frame-ancestors").join(" ")).toBe(
		"'self' http://localhost:* http://127.0.0.1:*",
	);
});

test("the API of the Stripe.js mock accepts this shop's origins, and no other", async () => {
	const intents = "/__sandbox/stripe/v1/payment_intents/pi_none";
	const ask = (origin: string, init: RequestInit = {}) =>
		shop.sandbox(intents, { ...init, headers: { Origin: origin } });
	for (const origin of [shop.url, local.origin]) {
		const { headers } = await ask(origin);
		expect(headers.get("Access-Control-Allow-Origin")).toBe(origin);
	}
	for (const origin of ["https://evil.example", "http://localhost:1"]) {
		const read = await ask(origin);
		expect(read.headers.get("Access-Control-Allow-Origin")).toBeNull();
		const sent = await ask(origin, { method: "POST" });
		expect(sent.status).toBe(403);
	}
	const preflight = await ask(local.origin, { method: "OPTIONS" });
	expect(preflight.headers.get("Access-Control-Allow-Headers")).not.toMatch(/authorization|\*/i);
	const mail = await shop.sandbox("/__sandbox/mail.json", { headers: { Origin: local.origin } });
	expect(mail.headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("style attributes are allowed only for Stripe's elements, style elements nowhere", async () => {
	const payment = await open("/dashbord/payment/:order");
	expect(directive(payment, "style-src-attr")).toEqual(["'unsafe-inline'"]);
	const orders = await shopper.fetch("/dashbord/myorders");
	expect(directive(orders, "style-src-attr")).toEqual(["'none'"]);
	for (const response of [payment, orders])
		expect(directive(response, "style-src")).toEqual(["'self'"]);
});

const others = [
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

test.each(others)("%s allows Stripe nowhere", async (path) => {
	const response = await open(path);
	const policy = response.headers.get("Content-Security-Policy") ?? "";
	expect(policy).not.toContain("stripe");
	if (response.status !== 302) expect(directive(response, "frame-src")).toEqual(["'none'"]);
	expect(response.headers.get("Permissions-Policy")).toContain("payment=(self)");
	expect(response.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
});

test("the .data response of the payment page has the deny-all policy", async () => {
	for (const path of ["/dashbord/payment/:order.data", "/Dashbord/Payment/:order.data"]) {
		const response = await open(path);
		expect(response.headers.get("Content-Security-Policy")).toBe(
			"default-src 'none'; frame-ancestors 'none'",
		);
	}
});
