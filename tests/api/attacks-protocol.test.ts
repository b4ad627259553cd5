import { readdirSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { canOpen, pageAccess } from "#contract/permissions.ts";
import { createId } from "#worker/auth/tokens.ts";
import { subscribers } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const assets = readdirSync("build/client/assets");
const findAsset = (extension: string) =>
	`/assets/${assets.find((name) => name.endsWith(extension))}`;

const otherOrigin = "https://evil.example";

test("no response has CORS headers, with or without a preflight", async () => {
	const shopper = await createAccount(shop);
	for (const path of ["/", "/products", `/admin/${shopper.email}`, "/data.json", "/none"]) {
		for (const [method, extraHeaders] of [
			["GET", {}],
			["OPTIONS", { "Access-Control-Request-Method": "PUT" }],
		] as const) {
			const { headers } = await shopper.fetch(path, {
				method,
				headers: { Origin: otherOrigin, ...extraHeaders },
			});
			for (const name of headers.keys()) expect(name, path).not.toMatch(/^access-control-/);
		}
	}
});

test.each([
	["/", "text/html; charset=utf-8"],
	["/no-such-page", "text/html; charset=utf-8"],
	["/blogs", "text/html; charset=utf-8"],
	["/products", "application/json"],
	["/users", "application/json"],
	["/openapi.json", "application/json"],
	["/data.json", "application/json"],
	["/favicon.svg", "image/svg+xml"],
	[findAsset(".js"), "text/javascript; charset=utf-8"],
	[findAsset(".css"), "text/css; charset=utf-8"],
])("%s has Content-Type %s", async (path, type) => {
	const response = await shop.fetch(path);
	expect(response.headers.get("Content-Type")?.toLowerCase()).toBe(type);
});

test.each(["TRACE", "TRACK", "CONNECT", "DEBUG"])(
	"%s does not echo the request",
	async (method) => {
		const { status, text } = await sendRaw(shop.url, [
			`${method} /products HTTP/1.1`,
			"Cookie: session=secret-of-mine",
		]);
		expect(status).not.toBe(200);
		expect(text).not.toContain("secret-of-mine");
	},
);

test("a folder has no directory listing", async () => {
	for (const path of ["/assets/", "/pictures/", "/pictures/people/", "/images/", "/assets"]) {
		const response = await shop.fetch(path);
		expect(response.status, path).toBe(404);
		const page = await response.text();
		expect(page).not.toMatch(/torque-wrench-800|Index of/);
		// The only script is the one that every page outside the dashboard loads.
		expect(page.match(/[\w-]+\.js\b/g), path).toEqual([expect.stringMatching(/^documents-/)]);
	}
});

test("rejects an ambiguous request (request smuggling) or reads it as one request", async () => {
	const smuggledRequest = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
	const head = ["POST /auth/login HTTP/1.1", "Content-Type: application/json"];
	for (const framing of [
		["Content-Length: 4", "Transfer-Encoding: chunked"],
		["Content-Length: 4", "Content-Length: 40"],
		["Transfer-Encoding: chunked, identity"],
		["Transfer-Encoding : chunked", "Content-Length: 5"],
	]) {
		const { text } = await sendRaw(shop.url, [...head, ...framing], `0\r\n\r\n${smuggledRequest}`);
		expect(text.match(/^HTTP\/1\.1 /gm)?.length ?? 0, framing.join()).toBeLessThanOrEqual(1);
		expect(text.startsWith("HTTP/1.1 2"), framing.join()).toBe(false);
	}
});

test.each(["GET", "HEAD"])("a %s with a body is read without it", async (method) => {
	for (const body of ["", "{}"]) {
		const head = [`${method} /products HTTP/1.1`, `Content-Length: ${body.length}`];
		expect((await sendRaw(shop.url, head, body)).status, body).toBe(200);
	}
});

test("rejects an incomplete or malformed body with 400 and does not act on its beginning", async () => {
	const email = `${createId()}@example.com`;
	const body = JSON.stringify({ email });
	const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
	for (const [framing, sentBody] of [
		["Transfer-Encoding: chunked", chunk],
		["Transfer-Encoding: chunked", `${chunk}size\r\n`],
		[`Content-Length: ${body.length + 5}`, body],
	] as const) {
		const head = ["POST /subscriptions HTTP/1.1", "Content-Type: application/json", framing];
		expect((await sendRaw(shop.url, head, sentBody)).status, sentBody).toBe(400);
	}
	expect(await shop.db.$count(subscribers, eq(subscribers.email, email))).toBe(0);
});

test("session secrets neither appear in pages nor work in a URL", async () => {
	const shopper = await createAccount(shop);
	const pages = [...pageAccess.keys()].filter(
		(path) => canOpen("shopper", path) && !/[:*]/.test(path),
	);
	expect(pages.length).toBeGreaterThan(10);
	for (const path of pages) {
		const html = await (await shopper.fetch(path)).text();
		for (const secret of [shopper.session, shopper.token]) expect(html, path).not.toContain(secret);
	}
	const response = await shop.fetch(`/orders/${shopper.email}?access_token=${shopper.token}`);
	expect(response.status).toBe(401);
});
