import { expect, test } from "vitest";
import { getSandboxOrigin } from "./sandbox-origin.ts";

test.each([
	["http://localhost:8787", "http://127.0.0.1:8787"],
	["http://127.0.0.1:8787", "http://localhost:8787"],
	["http://[::1]:8787", "http://localhost:8787"],
	["http://192.168.1.5:8787", "http://192.168.1.5:8787"],
	["http://shop.localhost:8787", "http://shop.localhost:8787"],
])("a page on %s loads the mock of Stripe.js from %s", (pageOrigin, expected) => {
	expect(getSandboxOrigin(pageOrigin)).toBe(expected);
});
