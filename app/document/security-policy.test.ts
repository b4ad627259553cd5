import { expect, test } from "vitest";
import { buildContentSecurityPolicy } from "./security-policy.ts";

test("inline scripts are allowed only with a nonce", () => {
	const getDirectives = (nonce: string | null) =>
		buildContentSecurityPolicy({ nonce, isPayment: false, stripeMock: null }).split("; ");
	expect(getDirectives("abc")).toContain("script-src 'self' 'nonce-abc'");
	expect(getDirectives(null)).toContain("script-src 'self'");
});

test("only the payment page allows the sources that Stripe's security guide lists, and the Stripe.js mock", () => {
	const getDirectives = (isPayment: boolean, stripeMock: string | null = null) =>
		buildContentSecurityPolicy({ nonce: null, isPayment, stripeMock }).split("; ");
	expect(getDirectives(true)).toEqual(
		expect.arrayContaining([
			"script-src 'self' https://js.stripe.com https://*.js.stripe.com",
			"frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com",
			"connect-src 'self' https://api.stripe.com https://link.com https://*.link.com",
			"style-src 'self'",
			"style-src-attr 'unsafe-inline'",
		]),
	);
	expect(getDirectives(false).join()).not.toMatch(/stripe|link/);
	expect(getDirectives(false)).toEqual(
		expect.arrayContaining(["frame-src 'none'", "style-src-attr 'none'", "script-src 'self'"]),
	);
	expect(getDirectives(true).join()).not.toContain("localhost");
	for (const name of ["script-src", "frame-src", "connect-src"])
		expect(
			getDirectives(true, "http://localhost:1").find((directive) => directive.startsWith(name)),
		).toMatch(/ http:\/\/localhost:1$/);
	expect(getDirectives(false, "http://localhost:1").join()).not.toContain("localhost");
});
