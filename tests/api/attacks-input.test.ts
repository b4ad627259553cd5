import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonMaxBytes } from "#contract/limits.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { digestTables } from "../support/database-contents.ts";
import { readEmails } from "../support/emails.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { sendRaw } from "../support/raw-http.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

let shopper: TestAccount;
let admin: TestAccount;
let productId: string;
beforeAll(async () => {
	[shopper, admin] = await Promise.all([
		createAccount(shop, { password: validPassword, useFastHash: true }),
		createAdmin(shop),
	]);
	productId = (await createProduct(shop)).id;
});

const injections = [
	"' OR '1'='1",
	"'; DROP TABLE users; --",
	'" OR ""="',
	"1) UNION SELECT id, email, password_hash, 1, 1, 1, 1 FROM users --",
	"x' AND (SELECT count(*) FROM users) > 0 --",
	"%' OR 1=1 /*",
	"\\'; SELECT 1; --",
	"?1",
	"$1",
	":id",
];

test.each(injections)("SQL in a path or a query string (%s) is treated as text", async (sql) => {
	const encodedSql = encodeURIComponent(sql);
	const digestBefore = await digestTables(shop);
	const attempts: [TestAccount["fetch"], string, string, number[]][] = [
		[shop.fetch, "GET", `/products/${encodedSql}`, [404]],
		[shop.fetch, "GET", `/products?page=${encodedSql}`, [400]],
		[shop.fetch, "GET", `/products?size=${encodedSql}`, [400]],
		[shop.fetch, "GET", `/products?after=${encodedSql}`, [200, 400]],
		[shop.fetch, "GET", `/images/${encodedSql}`, [404]],
		[shop.fetch, "GET", `/?page=${encodedSql}`, [200]],
		[shopper.fetch, "GET", `/orders/${encodedSql}`, [403]],
		[admin.fetch, "GET", `/orders/${encodedSql}`, [200, 400, 404]],
		[shopper.fetch, "GET", `/specificorders/${encodedSql}`, [404]],
		[shopper.fetch, "DELETE", `/orders/${encodedSql}`, [404]],
		[admin.fetch, "PATCH", `/shiftorders/${encodedSql}`, [404]],
		[admin.fetch, "DELETE", `/products/${encodedSql}`, [404]],
		[admin.fetch, "DELETE", `/review/${encodedSql}`, [404]],
		[admin.fetch, "PUT", `/user/admin/${encodedSql}`, [404]],
		[admin.fetch, "DELETE", `/user/admin/${encodedSql}`, [404]],
		[shopper.fetch, "GET", `/purchase/${encodedSql}`, [404]],
		[shopper.fetch, "GET", `/dashbord/payment/${encodedSql}`, [404]],
	];
	for (const [send, method, path, statuses] of attempts) {
		const response = await send(path, { method });
		expect(statuses, `${method} ${path}`).toContain(response.status);
		const text = await response.text();
		expect(/scrypt\$|SQLITE|D1_ERROR|syntax error/i.test(text), `${method} ${path}`).toBe(false);
	}
	expect(await digestTables(shop)).toBe(digestBefore);
});

test.each(injections)("SQL in a field (%s) is stored as text and not run", async (sql) => {
	const { email } = shopper;
	const textFields = { location: sql, phone: sql.slice(0, 32) };
	const response = await shopper.fetch(
		"/orders",
		createJsonInit({ toolId: productId, email, quantity: 10, ...textFields }),
	);
	expect(response.status).toBe(200);
	const { insertedId } = await response.json<{ insertedId: string }>();
	const order = await (await shopper.fetch(`/specificorders/${insertedId}`)).json();
	expect(order).toMatchObject({ ...textFields, quantity: 10, paid: false });
	expect((await shopper.fetch(`/orders/${insertedId}`, { method: "DELETE" })).status).toBe(200);
	const responses = await Promise.all([
		shop.fetch("/auth/login", createJsonInit({ email: sql, password: sql })),
		shop.fetch("/auth/login", createJsonInit({ email, password: sql })),
		shop.fetch("/auth/reset", createJsonInit({ token: sql, password: validPassword })),
		shopper.fetch(
			"/orders",
			createJsonInit({ toolId: sql, email, quantity: 10, location: "x", phone: "1" }),
		),
	]);
	for (const { status } of responses) expect([400, 401, 404]).toContain(status);
});

const toBytes = (value: string) => new TextEncoder().encode(value);

test("rejects an oversized body whose Content-Length is correct, missing or wrong", async () => {
	const digestBefore = await digestTables(shop);
	const largeBody = JSON.stringify({
		name: "x".repeat(jsonMaxBytes),
		email: "a@b.com",
		password: validPassword,
	});
	const knownLengthResponse = await shop.fetch("/auth/signup", {
		...createJsonInit({}),
		body: largeBody,
	});
	expect(knownLengthResponse.status).toBe(413);
	const chunks = new ReadableStream({
		start(controller) {
			controller.enqueue(toBytes(largeBody));
			controller.close();
		},
	});
	const chunkedRequest: RequestInit & { duplex: "half" } = {
		method: "POST",
		body: chunks,
		duplex: "half",
		headers: { "Content-Type": "application/json" },
	};
	expect((await shop.fetch("/auth/signup", chunkedRequest)).status).toBe(413);
	const form = new URLSearchParams({
		email: "x".repeat(jsonMaxBytes),
		password: validPassword,
	});
	const headers = { Origin: shop.url };
	expect((await shop.fetch("/login", { method: "POST", body: form, headers })).status).toBe(413);
	expect((await shop.fetch("/login.data", { method: "POST", body: form, headers })).status).toBe(
		413,
	);
	const parts = new FormData();
	for (let part = 0; part < 20_000; part += 1) parts.append("item", "a".repeat(20));
	const encodedParts = new Response(parts);
	const contentType = encodedParts.headers.get("Content-Type") ?? "";
	const partsInit = {
		method: "POST",
		body: await encodedParts.arrayBuffer(),
		headers: { ...headers, "Content-Type": contentType },
	};
	for (const path of ["/quick-order", "/newsletter", "/theme", "/basket/add"]) {
		const response = await shop.fetch(path, partsInit);
		expect([path, response.status]).toEqual([path, path === "/basket/add" ? 303 : 413]);
	}
	const webhook = { method: "POST", body: largeBody, headers: { "Stripe-Signature": "t=1,v1=00" } };
	expect((await shop.fetch("/webhooks/stripe", webhook)).status).toBe(413);
	const wrongLengthHead = [
		"POST /auth/login HTTP/1.1",
		"Content-Type: application/json",
		"Content-Length: 2",
	];
	expect((await sendRaw(shop.url, wrongLengthHead, largeBody)).status).toBeLessThan(500);
	expect(await digestTables(shop)).toBe(digestBefore);
});

test("uses the first value of a repeated query parameter, but the last value of a repeated field", async () => {
	const firstPage = await (await shop.fetch("/products?page=0&size=1")).json();
	expect(await (await shop.fetch("/products?page=0&page=1&size=1&size=100")).json()).toEqual(
		firstPage,
	);
	const bracketResponse = await shop.fetch("/products?page=0&page[]=1&size=1&size[x]=2");
	expect(await bracketResponse.json()).toEqual(firstPage);
	const { email } = shopper;
	const order = `{"toolId":"${productId}","email":"${email}","location":"x","phone":"1"`;
	const send = (moreFields: string) =>
		shopper.fetch("/orders", { ...createJsonInit({}), body: `${order}${moreFields}}` });
	expect((await send(',"quantity":10,"quantity":1')).status, "the last value counts").toBe(400);
	expect((await send(',"quantity":[10]')).status).toBe(400);
	expect((await send(',"quantity":{"$gt":0}')).status).toBe(400);
	const form = new URLSearchParams([
		["quantity", "10"],
		["quantity", "1"],
		["location", "x"],
		["phone", "1"],
	]);
	const formResponse = await shopper.fetch(`/purchase/${productId}`, {
		method: "POST",
		body: form,
	});
	expect(formResponse.status, "the last value counts").toBe(400);
});

test("an unknown field, such as role or __proto__, is ignored", async () => {
	const email = `proto${crypto.randomUUID().replaceAll("-", "")}@example.com`;
	const maliciousFields =
		'"__proto__":{"role":"admin","quantity":1},"constructor":{"prototype":{"role":"admin"}}';
	const signupResponse = await shop.fetch("/auth/signup", {
		...createJsonInit({}),
		body: `{${maliciousFields},"role":"admin","id":"1","name":"N","email":"${email}","password":"${validPassword}"}`,
	});
	expect(await signupResponse.json()).toEqual({ account: { email, name: "N", role: "shopper" } });
	expect(await shop.db.$count(users, eq(users.id, "1"))).toBe(0);
	const incomplete = { ...createJsonInit({}), body: `{${maliciousFields}}` };
	expect((await shopper.fetch("/orders", incomplete)).status).toBe(400);
	expect((await shop.fetch("/__proto__")).status).toBe(404);
	expect((await shop.fetch("/products/__proto__")).status).toBe(404);
	expect((await shopper.fetch("/users")).status, "the shopper did not become an admin").toBe(403);
});

test("a line break in a name or an email address cannot inject an email header", async () => {
	const attackerEmail = "attacker@evil.example";
	const name = `N\r\nBcc: ${attackerEmail}\r\n\r\nHello`;
	const { email } = await createAccount(shop, { name });
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	await expect.poll(() => readEmails(shop, email)).toHaveLength(1);
	const [receivedEmail] = await readEmails(shop, email);
	expect(receivedEmail).toMatchObject({
		to: email,
		subject: "Choose a new password for Torque Tool Depot",
	});
	expect(await readEmails(shop, attackerEmail)).toEqual([]);
	for (const address of [
		`${email}\r\nBcc: ${attackerEmail}`,
		`${email},${attackerEmail}`,
		`${email}%0aCc:${attackerEmail}`,
	]) {
		expect((await shop.fetch("/auth/forgot", createJsonInit({ email: address }))).status).toBe(400);
		const input = { name: "N", email: address, password: validPassword };
		expect((await shop.fetch("/auth/signup", createJsonInit(input))).status).toBe(400);
	}
});

test("a visitor with a malformed cookie is anonymous", async () => {
	for (const cookie of [
		"session=%",
		"session=\u00ff",
		"session=",
		"flash=%7B",
		"bookmark=' OR 1",
		"bookmark=%00; session=%zz",
		"=;;=",
		"a".repeat(4000),
	]) {
		for (const path of ["/", "/login", "/products", "/blogs"]) {
			const response = await shop.fetch(path, { headers: { Cookie: cookie } });
			expect(response.status, `${path} ${cookie.slice(0, 20)}`).toBe(200);
		}
		expect((await shop.fetch("/users", { headers: { Cookie: cookie } })).status).toBe(401);
	}
});
