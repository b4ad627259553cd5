import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** What a call answers meanwhile. */
const away = { message: errors.unavailable.message, code: "unavailable" };

const lost = "Network connection lost";

/** Runs `work` while a table is unavailable. */
async function without(table: string, work: () => Promise<void>, words = lost) {
	const restore = await breakTable(shop, table, words);
	await work().finally(restore);
}

/** @param answer of a page @throws where it is not the error page that says what is the matter */
async function expectOutagePage(response: Response) {
	expect(response.status).toBe(503);
	expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
	expect(response.headers.get("Retry-After")).toBe("60");
	expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
	expect(response.headers.get("ETag")).toBeNull();
	expect(await response.text()).toContain(errors.unavailable.message);
}

test("the storefront answers 503 with an error page that no cache may keep", async () => {
	await createProduct(shop);
	await without("products", async () => {
		await expectOutagePage(await shop.fetch("/"));
		expect((await shop.fetch("/blogs")).status, "what needs no product works").toBe(200);
		expect((await shop.fetch("/login")).status).toBe(200);
		const list = await shop.fetch("/products");
		expect([list.status, await list.json()]).toEqual([503, away]);
		expect(list.headers.get("Retry-After")).toBe("60");
	});
	const again = await shop.fetch("/");
	expect(again.status).toBe(200);
	expect(again.headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^public/);
});

test("a form that is too large is refused for the outage, as its body is not read then", async () => {
	const shopper = await createAccount(shop);
	const body = new URLSearchParams({ email: "x".repeat(200_000), password: "x" });
	expect((await shopper.fetch("/login", { method: "POST", body })).status).toBe(413);
	await without("sessions", async () => {
		await expectOutagePage(await shopper.fetch("/login", { method: "POST", body }));
	});
});

test.each([
	["orders", "shopper", "/dashbord/myorders"],
	["orders", "shopper", "/dashbord/payment/x"],
	["users", "admin", "/dashbord/makeAdmin"],
	["payments", "admin", "/dashbord/manageAllorders"],
	["reviews", "admin", "/dashbord/manageReview"],
	["products", "admin", "/dashbord/manageProducts"],
])("without %s a page of the dashboard is a clear 503, for %s at %s", async (table, role, path) => {
	const account = role === "admin" ? await createAdmin(shop) : await createAccount(shop);
	await without(table, async () => {
		await expectOutagePage(await account.fetch(path));
		const data = await account.fetch(`${path}.data`);
		expect([data.status, await data.text()]).toEqual([
			503,
			expect.stringContaining(errors.unavailable.message),
		]);
	});
});

test("while sessions cannot be read nobody is signed out or treated as anonymous", async () => {
	const shopper = await createAccount(shop);
	await without("sessions", async () => {
		for (const path of ["/", "/dashbord/myorders", "/login"]) {
			const page = await shopper.fetch(path);
			expect(page.headers.get("Set-Cookie"), path).toBeNull();
			await expectOutagePage(page);
		}
		const form = { method: "POST", body: new URLSearchParams({ review: "x" }) };
		await expectOutagePage(await shopper.fetch("/dashbord/addReview", form));
		const call = await shopper.fetch(`/orders/${shopper.email}`);
		expect([call.status, await call.json()]).toEqual([503, away]);
		const token = await shopper.fetchWithToken("/products");
		expect(token.status).toBe(503);
		expect((await shop.fetch("/")).status, "who has no session needs none").toBe(200);
	});
	expect((await shopper.fetch("/dashbord/myorders")).status).toBe(200);
});

test("a form that could not be saved shows what was typed, and can be sent again", async () => {
	const shopper = await createAccount(shop);
	const body = () =>
		new URLSearchParams({ review: "Kept text", ratings: "5", img: "/images/x.png" });
	const send = () => shopper.fetch("/dashbord/addReview", { method: "POST", body: body() });
	await without("reviews", async () => {
		const refused = await send();
		expect(refused.status).toBe(503);
		const page = await refused.text();
		expect(page).toContain(errors.unavailable.message);
		expect(page).toContain("Kept text");
		expect(shop.logs().join("\n"), "what was typed is not for the log").not.toContain("Kept text");
	});
	expect((await send()).status).toBeLessThan(400);
});

test("a call that could not write answers 503 when the database is overloaded, and 500 for a bug", async () => {
	const shopper = await createAccount(shop);
	const { id } = await createProduct(shop);
	const order = { toolId: id, email: shopper.email, quantity: 10, location: "Here", phone: "1" };
	const place = () => shopper.fetch("/orders", asJson(order));
	await without("orders", async () => expect((await place()).status).toBe(503), "overloaded");
	await without("orders", async () => expect((await place()).status).toBe(500), "a bug");
	expect((await place()).status).toBe(200);
});
