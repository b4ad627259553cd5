import { afterAll, expect, test } from "vitest";
import type { Call } from "#contract/calls/call.ts";
import { allCalls } from "#contract/calls/index.ts";
import { errors } from "#contract/errors.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createFixture, readSnapshot } from "./contract/fixture.ts";
import { getAllowedFetch } from "./contract/row.ts";
import { getRow, publicReadRows } from "./contract/rows.ts";

const shop = await startShop();
afterAll(shop.stop);
/** Shared by the tests in this file that do not change it. */
const fixture = await createFixture(shop);
const snapshot = await readSnapshot(fixture);

const fillPath = ({ path }: Call): string => {
	const { product, order, review, accounts } = fixture;
	const id = path.includes("order") ? order.id : path.includes("review") ? review.id : product.id;
	return path
		.replace("{email}", accounts.shopper.email)
		.replace("{key}", `${"0".repeat(64)}.png`)
		.replace(/\{\w+\}/, id);
};

const unsafeCalls = allCalls.filter(
	({ method, access }) => method !== "GET" && access !== "stripe",
);

test.each(unsafeCalls)("$method $path with a cookie requires the shop's Origin", async (call) => {
	const { session, email } = fixture.accounts.admin;
	// tests/api/attacks-csrf.test.ts tries other origins.
	for (const origin of ["https://evil.example", ""]) {
		const body = JSON.stringify({ updatequantity: 1, email });
		const headers = { Cookie: `session=${session}`, ...(origin && { Origin: origin }) };
		const response = await shop.fetch(fillPath(call), { method: call.method, headers, body });
		expect([origin, response.status]).toEqual([origin, 403]);
	}
});

// One snapshot after all of them, because reading it takes as long as a request.
test("the calls with another site's Origin changed nothing", async () => {
	expect(await readSnapshot(fixture)).toEqual(snapshot);
});

/** All calls but `/data.json`, which is a static file. */
const workerCalls = allCalls.filter(({ path }) => path !== "/data.json");

const toPathPattern = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
/** One call for each path. */
const pathCalls = new Map(workerCalls.map((call) => [toPathPattern(call.path), call])).values();

test.each([...pathCalls])(
	"$path responds with 405 in JSON to an unsupported method",
	async (call) => {
		const samePathCalls = workerCalls.filter(
			({ path }) => toPathPattern(path) === toPathPattern(call.path),
		);
		const allowedMethods = samePathCalls.map(({ method }) => method);
		for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
			if (allowedMethods.some((allowed) => allowed === method)) continue;
			const path = fillPath(call);
			const response = await fixture.accounts.admin.fetchWithToken(path, { method });
			expect([method, response.status]).toEqual([method, 405]);
			expect(response.headers.get("Allow")?.split(", ")).toEqual(
				expect.arrayContaining(allowedMethods),
			);
			expect(await response.json()).toEqual({
				message: expect.any(String),
				code: "method_not_allowed",
			});
		}
	},
);

const callsWithParam = allCalls.filter(({ path }) => path.includes("{"));

test.each(callsWithParam)(
	"$method $path never responds with a 5xx, whatever its path parameter",
	async (call) => {
		const admin = await createAdmin(shop);
		for (const value of [
			"%E0%A4%A",
			"%00",
			"%2e%2e%2f",
			"%F0%9F%94%A7",
			"'--",
			"x".repeat(2_000),
		]) {
			const path = call.path.replace(/\{\w+\}/, value);
			const response = await admin.fetchWithToken(path, { method: call.method });
			expect([value, response.status]).toEqual([
				value,
				expect.toBeOneOf([200, 400, 403, 404, 405]),
			]);
			expect(response.headers.get("Content-Type")).toContain("application/json");
		}
	},
);

// docs.test.ts, documents.test.ts, and images.test.ts test the ETags of responses that are not JSON.
const callsWithETag = workerCalls.filter(({ hasETag, response }) => hasETag && response);

test.each(callsWithETag)("$path has an ETag and is revalidated with 304", async (call) => {
	const row = getRow(call);
	const send = getAllowedFetch(row, fixture);
	const path = row.path(fixture);
	const response = await send(path);
	const etag = response.headers.get("ETag") ?? "";
	expect(etag).toMatch(/^W\/"[\w+/]+"$/);
	expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
	const revalidation = await send(path, { headers: { "If-None-Match": etag } });
	expect([revalidation.status, await revalidation.text()]).toEqual([304, ""]);
	expect(revalidation.headers.get("ETag")).toBe(etag);
	expect(revalidation.headers.get("Cache-Control")).toBe("private, no-cache");
	expect(revalidation.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("a list has a new ETag after a change", async () => {
	const readEtag = async () => (await shop.fetch("/products")).headers.get("ETag");
	const etagBefore = await readEtag();
	await createProduct(shop);
	expect(await readEtag()).not.toBe(etagBefore);
});

test("a response that depends on the account is not cached", async () => {
	const { accounts, order } = await createFixture(shop);
	for (const path of [`/specificorders/${order.id}`, `/admin/${accounts.shopper.email}`]) {
		const response = await accounts.shopper.fetch(path);
		expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	}
	await accounts.admin.fetch("/allorders");
	const rejectedResponse = await accounts.shopper.fetch("/allorders", {
		headers: { "If-None-Match": "*" },
	});
	expect(rejectedResponse.status).toBe(403);
});

test("HEAD responds like GET, but without a body", async () => {
	const paths = publicReadRows.map((row) => row.path(fixture));
	for (const path of [...paths, "/healthz", "/openapi.json"]) {
		const head = await shop.fetch(path, { method: "HEAD" });
		const get = await shop.fetch(path);
		expect([path, get.status]).toEqual([path, 200]);
		expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
		expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
	}
});

test("only admins can read a reviewer's email", async () => {
	const { accounts, review } = await createFixture(shop);
	for (const send of [shop.fetch, accounts.shopper.fetch]) {
		expect(await (await send("/getreviews")).text()).not.toContain(review.email);
	}
	expect(await (await accounts.admin.fetch("/getreviews")).text()).toContain(review.email);
	expect(await (await shop.fetch("/")).text()).not.toContain(review.email);
});

test("rejects a bearer token that is empty, invalid, altered, or from an ended session", async () => {
	const { accounts } = await createFixture(shop);
	for (const token of ["", "x", accounts.admin.session, `${accounts.admin.token}a`]) {
		const headers = { Authorization: `Bearer ${token}` };
		expect((await shop.fetch("/users", { headers })).status).toBe(401);
	}
	const logoutResponse = await accounts.admin.fetch("/auth/logout", createJsonInit({}));
	expect(await logoutResponse.json()).toEqual({ account: null });
	expect((await accounts.admin.fetchWithToken("/users")).status).toBe(401);
});

test.each(["PUT", "PATCH", "DELETE"])(
	"%s to an unknown path responds with 404 in JSON",
	async (method) => {
		const response = await fixture.accounts.admin.fetchWithToken("/nothing", { method });
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ message: errors.not_found.message, code: "not_found" });
	},
);
