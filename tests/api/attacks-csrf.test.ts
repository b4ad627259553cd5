import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { digestTables } from "../support/database-contents.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const { host, port } = new URL(shop.url);

const otherOrigins = [
	"null",
	"https://evil.example",
	`http://${host}.evil.example`,
	`http://evil.example/${host}`,
	`http://evil.example#${shop.url}`,
	`http://${host.replace(port, "1")}`,
	`${shop.url} https://evil.example`,
	`http://sub.${host}`,
];

/** Replaces an account's `fetch` in requests from other origins, because `fetch` adds the shop's Origin. */
const createCookieHeader = (session: string) => ({ Cookie: `session=${session}` });

async function createFixture() {
	const [product, shopper, admin] = await Promise.all([
		createProduct(shop),
		createAccount(shop),
		createAdmin(shop),
	]);
	const order = {
		toolId: product.id,
		email: shopper.email,
		quantity: 10,
		location: "Here",
		phone: "1",
	};
	return { product, shopper, admin, order };
}

const plainTextHeader = { "Content-Type": "text/plain" };
const urlencodedHeader = { "Content-Type": "application/x-www-form-urlencoded" };

test.each([...otherOrigins, null])(
	"rejects an API call with a cookie and Origin %s",
	async (origin) => {
		const { shopper, admin, product, order } = await createFixture();
		const originHeader: Record<string, string> = origin === null ? {} : { Origin: origin };
		const attempts: [string, string, Record<string, string>, unknown][] = [
			["POST", "/orders", createCookieHeader(shopper.session), order],
			["PUT", `/user/admin/${shopper.email}`, createCookieHeader(admin.session), {}],
			["DELETE", `/products/${product.id}`, createCookieHeader(admin.session), {}],
			["POST", "/auth/logout", createCookieHeader(shopper.session), {}],
			["PUT", `/user/${shopper.email}`, createCookieHeader(shopper.session), {}],
		];
		const digestBefore = await digestTables(shop);
		for (const [method, path, cookie, body] of attempts) {
			for (const contentType of [plainTextHeader, { "Content-Type": "application/json" }]) {
				const headers = { ...cookie, ...originHeader, ...contentType };
				const response = await shop.fetch(path, { method, headers, body: JSON.stringify(body) });
				expect(response.status, path).toBe(403);
				expect(await response.json()).toEqual({
					message: errors.cross_origin.message,
					code: "cross_origin",
				});
			}
		}
		expect(await digestTables(shop)).toBe(digestBefore);
	},
);

test.each([...otherOrigins, null])("rejects a form post with Origin %s", async (origin) => {
	const { shopper, admin, product } = await createFixture();
	const originHeader: Record<string, string> = origin === null ? {} : { Origin: origin };
	const attempts: [string, Record<string, string>, Record<string, string>][] = [
		[
			`/purchase/${product.id}`,
			createCookieHeader(shopper.session),
			{ quantity: "10", location: "x", phone: "1" },
		],
		[
			"/dashbord/makeAdmin",
			createCookieHeader(admin.session),
			{ task: "promote", email: shopper.email },
		],
		["/dashbord/manageProducts", createCookieHeader(admin.session), { product: product.id }],
		["/login", createCookieHeader(shopper.session), { intent: "signout" }],
	];
	const digestBefore = await digestTables(shop);
	for (const [path, cookie, fields] of attempts) {
		for (const url of [path, `${path}.data`]) {
			const multipart = new FormData();
			for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
			for (const [contentType, body] of [
				[urlencodedHeader, new URLSearchParams(fields)],
				[{}, multipart],
				[plainTextHeader, new URLSearchParams(fields).toString()],
			] as const) {
				const headers = { ...cookie, ...originHeader, ...contentType };
				const response = await shop.fetch(url, { method: "POST", headers, body });
				expect(response.status, url).toBe(403);
			}
		}
	}
	expect(await digestTables(shop)).toBe(digestBefore);
});

test("another site cannot sign a visitor in to an attacker's account", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	for (const origin of otherOrigins) {
		const login = createJsonInit({ email, password: validPassword });
		const headers = { ...login.headers, Origin: origin };
		const response = await shop.fetch("/auth/login", { ...login, headers });
		expect(response.status, origin).toBe(403);
		expect(response.headers.getSetCookie(), origin).toEqual([]);
	}
});

test("accepts requests from the shop's own pages and from clients with a token", async () => {
	const { shopper, order } = await createFixture();
	expect((await shopper.fetch("/orders", createJsonInit(order))).status).toBe(200);
	expect((await shopper.fetchWithToken("/orders", createJsonInit(order))).status).toBe(200);
});

test("an invalid bearer token does not turn off the Origin check for the cookie", async () => {
	const { shopper, order } = await createFixture();
	const { headers, ...init } = createJsonInit(order);
	for (const authorization of ["Bearer x", "Bearer ", "Basic eDp4", "bearer\tx"]) {
		const bothHeaders = {
			...headers,
			...createCookieHeader(shopper.session),
			Authorization: authorization,
		};
		const response = await shop.fetch("/orders", { ...init, headers: bothHeaders });
		expect([401, 403], authorization).toContain(response.status);
	}
});

test("a method override in a header or a query is ignored", async () => {
	const { admin, product } = await createFixture();
	const digestBefore = await digestTables(shop);
	for (const path of [`/products/${product.id}`, `/products/${product.id}?_method=DELETE`]) {
		const headers = { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE" };
		expect((await admin.fetch(path, { headers })).status).toBe(200);
	}
	expect(await digestTables(shop)).toBe(digestBefore);
});

test("GET, HEAD, and OPTIONS requests change nothing, even on paths that accept writes", async () => {
	const { admin, shopper, product } = await createFixture();
	const paths = [
		"/dashbord/makeAdmin?task=promote&email=x",
		`/dashbord/manageProducts?product=${product.id}`,
		`/user/admin/${shopper.email}`,
		"/auth/logout",
		"/login?intent=signout",
		`/user/${admin.email}`,
	];
	const digestBefore = await digestTables(shop);
	for (const path of paths) {
		for (const method of ["GET", "HEAD", "OPTIONS"]) {
			expect((await admin.fetch(path, { method })).status, path).toBeLessThan(500);
		}
	}
	expect(await digestTables(shop)).toBe(digestBefore);
});
