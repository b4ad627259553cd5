import { afterAll, expect, test } from "vitest";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";
import { createFixture, lookAt } from "./contract/fixture.ts";

const shop = await startShop();
afterAll(shop.stop);
/** Nothing below changes it. */
const fixture = await createFixture(shop);

const pathIn = ({ path }: Call): string => {
	const { product, order, review, people } = fixture;
	const id = path.includes("order") ? order.id : path.includes("review") ? review.id : product.id;
	return path
		.replace("{email}", people.shopper.email)
		.replace("{key}", `${"0".repeat(64)}.png`)
		.replace(/\{\w+\}/, id);
};

const unsafe = allCalls.filter(({ method, access }) => method !== "GET" && access !== "stripe");

test.each(unsafe)("$method $path with a cookie requires the shop's Origin", async (call) => {
	const before = await lookAt(fixture);
	const { session, email } = fixture.people.admin;
	for (const origin of ["https://evil.example", "null", `${shop.url}.evil.example`, ""]) {
		const body = JSON.stringify({ updatequantity: 1, email });
		const headers = { Cookie: `session=${session}`, ...(origin && { Origin: origin }) };
		const response = await shop.fetch(pathIn(call), { method: call.method, headers, body });
		expect([origin, response.status]).toEqual([origin, 403]);
	}
	expect(await lookAt(fixture)).toEqual(before);
});

const described = allCalls.filter(({ path }) => path !== "/data.json");

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

test.each(described)("$path answers 405 as JSON to methods that it does not have", async (call) => {
	const alike = described.filter(({ path }) => shapeOf(path) === shapeOf(call.path));
	const known = alike.map(({ method }) => method);
	for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
		if (known.some((each) => each === method)) continue;
		const path = pathIn(call);
		const response = await fixture.people.admin.fetchWithToken(path, { method });
		expect([method, response.status]).toEqual([method, 405]);
		expect(response.headers.get("Allow")?.split(", ")).toEqual(expect.arrayContaining(known));
		expect(await response.json()).toEqual({
			message: expect.any(String),
			code: "method_not_allowed",
		});
	}
});

const withParam = allCalls.filter(({ path }) => path.includes("{"));

test.each(withParam)("$method $path survives any name", async (call) => {
	const admin = await createAdmin(shop);
	for (const name of ["%E0%A4%A", "%00", "%2e%2e%2f", "%F0%9F%94%A7", "'--", "x".repeat(2_000)]) {
		const path = call.path.replace(/\{\w+\}/, name);
		const response = await admin.fetchWithToken(path, { method: call.method });
		expect([name, response.status]).toEqual([name, expect.toBeOneOf([200, 400, 403, 404, 405])]);
		expect(response.headers.get("Content-Type")).toContain("application/json");
	}
});

const lists = ["/products", "/products?page=0&size=2", "/productCount", "/getreviews"];

test.each([...lists, "/allorders", "/users"])("%s is revalidated", async (path) => {
	const { people } = await createFixture(shop);
	const first = await people.admin.fetchWithToken(path);
	const tag = first.headers.get("ETag") ?? "";
	expect(tag).toMatch(/^W\/"[\w+/]+"$/);
	expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
	const again = await people.admin.fetchWithToken(path, { headers: { "If-None-Match": tag } });
	expect([again.status, await again.text()]).toEqual([304, ""]);
	expect(again.headers.get("ETag")).toBe(tag);
	expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
	expect(again.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("a change gives a list a new ETag", async () => {
	const tag = async () => (await shop.fetch("/products")).headers.get("ETag");
	const before = await tag();
	await createProduct(shop);
	expect(await tag()).not.toBe(before);
});

test("a response that depends on the account is not cached", async () => {
	const { people, order } = await createFixture(shop);
	for (const path of [`/specificorders/${order.id}`, `/admin/${people.shopper.email}`]) {
		const response = await people.shopper.fetch(path);
		expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	}
	await people.admin.fetch("/allorders");
	const refused = await people.shopper.fetch("/allorders", { headers: { "If-None-Match": "*" } });
	expect(refused.status).toBe(403);
});

test("HEAD responds like GET, without a body", async () => {
	for (const path of [...lists, "/healthz", "/openapi.json"]) {
		const head = await shop.fetch(path, { method: "HEAD" });
		const get = await shop.fetch(path);
		expect([path, head.status, await head.text()]).toEqual([path, get.status, ""]);
		expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
	}
});

test("a reviewer's email is for admins only", async () => {
	const { people, review } = await createFixture(shop);
	for (const send of [shop.fetch, people.shopper.fetch]) {
		expect(await (await send("/getreviews")).text()).not.toContain(review.email);
	}
	expect(await (await people.admin.fetch("/getreviews")).text()).toContain(review.email);
	expect(await (await shop.fetch("/")).text()).not.toContain(review.email);
});

test("another user's, an invalid or a missing bearer token is refused", async () => {
	const { people } = await createFixture(shop);
	for (const token of ["", "x", people.admin.session, `${people.admin.token}a`]) {
		const headers = { Authorization: `Bearer ${token}` };
		expect((await shop.fetch("/users", { headers })).status).toBe(401);
	}
	const logout = await people.admin.fetch("/auth/logout", asJson({}));
	expect(await logout.json()).toEqual({ account: null });
	expect((await people.admin.fetchWithToken("/users")).status).toBe(401);
});

test.each(["PUT", "PATCH", "DELETE"])(
	"%s where there is nothing is 404 in JSON",
	async (method) => {
		const { people } = await createFixture(shop);
		const response = await people.admin.fetchWithToken("/nothing", { method });
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ message: errors.not_found.message, code: "not_found" });
	},
);
