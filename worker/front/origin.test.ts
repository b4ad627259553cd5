import { Hono } from "hono";
import { expect, test } from "vitest";
import { ShopError } from "#contract/errors.ts";
import { checkOrigin } from "./origin.ts";
import type { FrontDoor } from "./visit.ts";

const app = new Hono<FrontDoor>().use(checkOrigin).all("*", (context) => context.text("in"));
app.onError((error, context) =>
	error instanceof ShopError ? context.text(error.message, error.status) : context.text("", 500),
);

const ask = async (headers: Record<string, string>, method = "POST", path = "/orders") =>
	(await app.request(`https://shop.example${path}`, { method, headers })).status;

const cookie = { Cookie: "session=x" };

// Over HTTP the local runtime rewrites some of these before the shop sees them.
test.each([
	"http://shop.example",
	"https://shop.example:8443",
	"https://shop.example/",
	"HTTPS://SHOP.EXAMPLE",
	"https://shop.example.evil.example",
	"https://evil.example",
	"null",
	"",
])("Origin %j with a cookie is refused", async (Origin) => {
	expect(await ask({ ...cookie, Origin })).toBe(403);
});

test("our own Origin passes, and none at all only without a cookie", async () => {
	expect(await ask({ ...cookie, Origin: "https://shop.example" })).toBe(200);
	expect(await ask({})).toBe(200);
	expect(await ask(cookie)).toBe(403);
});

test("every method that can change something is checked, one that nobody knows too", async () => {
	for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "X"]) {
		expect(await ask(cookie, method), method).toBe(403);
	}
	expect(await ask(cookie, "GET")).toBe(200);
});

test("Stripe and bearers of a token prove themselves otherwise", async () => {
	expect(await ask(cookie, "POST", "/webhooks/stripe")).toBe(200);
	expect(await ask({ ...cookie, Authorization: "Bearer abc" })).toBe(200);
	expect(await ask(cookie, "POST", "/webhooks/stripe/")).toBe(403);
});
