import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, expect, test, vi } from "vitest";
import { errorCodes } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { addOrder } from "../support/orders.ts";
import { addPaymentLink } from "../support/payment-links.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const lineSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.strictObject({
		request: v.string(),
		method: v.string(),
		route: v.pipe(v.string(), v.startsWith("/")),
		status: v.number(),
		ms: v.number(),
		statements: v.number(),
		roundTrips: v.number(),
		account: v.picklist(["visitor", "shopper", "admin"]),
		code: v.optional(v.picklist(errorCodes)),
		cache: v.optional(v.picklist(["hit", "miss"])),
	}),
);

const getRequestId = (response: Response) => response.headers.get("X-Request-Id") ?? "none";

/** Returns the log lines of one request, which arrive shortly after the response. */
const waitForLines = (response: Response) =>
	vi.waitFor(() => {
		const lines = shop.logs().flatMap((text) => {
			const line = v.safeParse(lineSchema, text);
			return line.success && line.output.request === getRequestId(response) ? [line.output] : [];
		});
		expect(lines.length).toBeGreaterThan(0);
		return lines;
	});

test("each request has one log line, with its route, the kind of account and the number of statements", async () => {
	const [shopper, admin] = [await createAccount(shop), await createAdmin(shop)];
	const { id } = await createProduct(shop);
	const orderInput = {
		toolId: id,
		email: shopper.email,
		quantity: 10,
		location: "Here",
		phone: "1",
	};
	const [orderResponse, pageResponse] = [
		await shopper.fetch("/orders", createJsonInit(orderInput)),
		await shop.fetch(`/tools/${id}`),
	];
	const cases: [Response, object][] = [
		[orderResponse, { method: "POST", route: "/orders", account: "shopper" }],
		[pageResponse, { route: "/tools/:id", account: "visitor", cache: "miss" }],
		[await admin.fetch("/users"), { route: "/users", account: "admin" }],
		[await admin.fetch("/dashbord/overview.data"), { route: "/dashbord/overview.data" }],
		[await shop.fetch("/users"), { route: "/users", status: 401, code: "unauthenticated" }],
		[
			await shopper.fetch("/orders", createJsonInit({})),
			{ method: "POST", code: "validation_failed" },
		],
		[await shop.fetch("/none"), { route: "/*", status: 404, code: "not_found" }],
	];
	for (const [response, expected] of cases) {
		const lines = await waitForLines(response);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatchObject({ status: response.status, ...expected });
	}
	const [orderLine] = await waitForLines(orderResponse);
	const [pageLine] = await waitForLines(pageResponse);
	expect(orderLine?.statements).toBeGreaterThan(orderLine?.roundTrips ?? 0);
	expect(pageLine?.statements, "statements of the Storefront entrypoint").toBeGreaterThan(0);
});

test("no log line contains a visitor's input or identity", async () => {
	const { email, session, fetch } = await createAccount(shop);
	const ipAddress = "2001:db8::77";
	const init = { headers: { "CF-Connecting-IP": ipAddress } };
	const paths = [
		`/orders/${email}?email=${email}`,
		`/orders/${encodeURIComponent(email)}`,
		`/tools?q=${email}`,
		`/${email}`,
		`/dashbord/${email}.data?x=${email}`,
		`/reset-password?token=a-secret-token`,
	];
	for (const path of paths) await waitForLines(await fetch(path, init));
	for (const path of paths) await waitForLines(await shop.fetch(path, init));
	const lines = shop.logs().filter((text) => v.is(lineSchema, text));
	expect(lines.length).toBeGreaterThanOrEqual(2 * paths.length);
	const localPart = email.split("@")[0] ?? "";
	for (const secret of [localPart, session, ipAddress, "a-secret-token"]) {
		expect(lines.filter((line) => line.includes(secret))).toEqual([]);
	}
});

test("no request with a payment link's token writes the token to the log", async () => {
	const { id: productId } = await createProduct(shop);
	const { id: orderId } = await addOrder(shop, { productId });
	const token = await addPaymentLink(shop, orderId);
	const withReferer = { headers: { Referer: `${shop.url}/pay/${token}` } };
	const form = {
		method: "POST",
		headers: { Origin: shop.url },
		body: new URLSearchParams({ price: "125" }),
	};
	const requests: [string, string, RequestInit][] = [
		["/pay/:token", `/pay/${token}`, {}],
		["/pay/:token.data", `/pay/${token}.data`, withReferer],
		["/pay/:token", `/pay/${token}`, { method: "POST", headers: { Origin: shop.url } }],
		["/payment-links/:token", `/payment-links/${token}`, withReferer],
		[
			"/payment-links/:token/intent",
			`/payment-links/${token}/intent`,
			createJsonInit({ price: 125 }),
		],
		[
			"/payment-links/:token",
			`/payment-links/${token}`,
			createJsonInit({ transactionID: token }, "PATCH"),
		],
		["/theme", "/theme", { method: "POST", headers: { Origin: shop.url, ...withReferer.headers } }],
		["/pay/:token", `/pay/${token}`, form],
		["/pay/:token.data", `/pay/${token}.data`, form],
		["/*", `/pay/${token}/more`, form],
		["/*", `/pay/${token}/more`, {}],
		["/*", `/payments/${token}`, {}],
	];
	for (const [route, path, init] of requests) {
		const [line] = await waitForLines(await shop.fetch(path, init));
		expect(line?.route, path).toBe(route);
	}
	const lines = shop.logs().filter((text) => text.includes(token));
	expect(lines).toEqual([]);
});

test("Server-Timing has the number of statements and the duration of the request, even in a 304", async () => {
	const timingPattern = /^d1;desc="\d+ statements, \d+ round trips", total;dur=[\d.]+$/;
	const { id } = await createProduct(shop);
	for (const path of ["/", `/tools/${id}`, "/products", "/login"]) {
		const response = await shop.fetch(path);
		expect(response.headers.get("Server-Timing"), path).toMatch(timingPattern);
		expect(response.headers.has("X-Render-Stats"), path).toBe(false);
	}
	const etag = (await shop.fetch("/")).headers.get("ETag") ?? "";
	const revalidation = await shop.fetch("/", { headers: { "If-None-Match": etag } });
	expect(revalidation.status).toBe(304);
	expect(revalidation.headers.get("Server-Timing")).toMatch(timingPattern);
});

test("an error page shows the request ID, but a cached page does not", async () => {
	for (const path of ["/none", "/tools/none", "/dashbord/payment/none"]) {
		const { fetch } = path.startsWith("/dashbord") ? await createAccount(shop) : shop;
		const response = await fetch(path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain(
			`Reference: <span class="break-words">${getRequestId(response)}<`,
		);
	}
	const cachedResponse = await shop.fetch("/");
	expect(await cachedResponse.text()).not.toContain(getRequestId(cachedResponse));
});

test("an error while a dashboard page is rendered is logged once", async () => {
	const shopper = await createAccount(shop);
	// This time is later than any valid Date, so the page fails when it renders the sign-in time, which is inside a `<Suspense>`.
	await shop.db.run(sql`update sessions set created_at = 9e15 where user_id = ${shopper.id}`);
	const response = await shopper.fetch("/dashbord/myprofile");
	expect(response.status).toBe(500);
	await waitForLines(response);
	const lines = shop.logs().filter((line) => line.includes(getRequestId(response)));
	expect(lines.filter((line) => line.includes("Invalid time value"))).toHaveLength(1);
});
