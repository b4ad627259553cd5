import { expect, test } from "vitest";
import { contentSecurityPolicy, hashScripts } from "./security-policy.ts";

const nonce = "AAAAAAAAAAAAAAAAAAAAAA==";
const own = `<script nonce="${nonce}">start()</script>`;
const page = (body: string) => `<html><head></head><body>${body}</body></html>`;

test("an inline script that was not rendered with the nonce gets no hash", async () => {
	const injected = [
		"<script>steal()</script>",
		'<script nonce="guess">steal()</script>',
		"<SCRIPT>steal()</SCRIPT>",
	];
	const clean = await hashScripts(page(own), nonce);
	expect(clean.scripts).toHaveLength(1);
	for (const script of injected) {
		const { scripts } = await hashScripts(page(script + own + script), nonce);
		expect(scripts, script).toEqual(clean.scripts);
	}
});

test("a cached page does not contain the nonce that it was rendered with", async () => {
	const { html } = await hashScripts(page(own), nonce);
	expect(html).toBe(page("<script>start()</script>"));
});

test("a script's hash is of the text between its tags", async () => {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("start()"));
	const { scripts } = await hashScripts(page(own), nonce);
	expect(scripts).toEqual([`'sha256-${Buffer.from(digest).toString("base64")}'`]);
});

test("the payment page allows what Stripe's guide lists, every other page none of it", () => {
	const policy = (payment: boolean, double: string | null = null) =>
		contentSecurityPolicy({ scripts: [], payment, double })
			.split("; ")
			.filter((each) => each !== "");
	expect(policy(true)).toEqual(
		expect.arrayContaining([
			"script-src 'self' https://js.stripe.com https://*.js.stripe.com",
			"frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
			"connect-src 'self' https://api.stripe.com",
			"style-src 'self'",
			"style-src-attr 'unsafe-inline'",
		]),
	);
	expect(policy(false).join()).not.toContain("stripe");
	expect(policy(false)).toEqual(
		expect.arrayContaining(["frame-src 'none'", "style-src-attr 'none'", "script-src 'self'"]),
	);
	expect(policy(true).join()).not.toContain("localhost");
	for (const name of ["script-src", "frame-src", "connect-src"])
		expect(policy(true, "http://localhost:1").find((each) => each.startsWith(name))).toMatch(
			/ http:\/\/localhost:1$/,
		);
	expect(policy(false, "http://localhost:1").join()).not.toContain("localhost");
});
