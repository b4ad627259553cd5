import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { validPassword } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const img = "/pictures/torque-wrench-800.webp";
const product = { name: "Puller", decreption: "Pulls.", quantity: 9, minimum: 2, price: 5, img };

async function expectError(response: Response, status: number, message: string) {
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ message });
}

test.each([
	["PUT", "/user/nobody@example.com"],
	["POST", "/orders"],
	["POST", "/review"],
	["POST", "/create-payment-intent"],
	["PUT", "/userinfo/nobody@example.com"],
	["DELETE", "/orders/none"],
])("%s %s without a session responds with “No user is logged in”", async (method, path) => {
	await expectError(
		await shop.fetch(path, createJsonInit({}, method)),
		401,
		"No user is logged in",
	);
});

test("a shopper who tries to promote a user to admin gets “failed to make an admin”", async () => {
	const shopper = await createAccount(shop);
	for (const send of [shopper.fetch, shopper.fetchWithToken]) {
		const response = await send(`/user/admin/${shopper.email}`, { method: "PUT" });
		await expectError(response, 403, "failed to make an admin");
	}
});

test("admin-only and shopper-only calls reject the wrong role with the contract's messages", async () => {
	const [shopper, admin] = [await createAccount(shop), await createAdmin(shop)];
	await expectError(await shopper.fetch("/users"), 403, "its is procted for admin");
	const review = { review: "Good.", ratings: "5", img };
	await expectError(
		await admin.fetch("/review", createJsonInit(review)),
		403,
		"its is procted for User",
	);
});

/** Makes the database accept writes to a table without storing them. */
const ignoreWritesTo = (table: string, write: "INSERT" | "UPDATE") =>
	shop.db.run(
		sql.raw(
			`CREATE TRIGGER ignore_${table} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(IGNORE); END`,
		),
	);
const restoreWritesTo = (table: string) => shop.db.run(sql.raw(`DROP TRIGGER ignore_${table}`));

test("if a product cannot be stored, POST /products responds with “Failed to add the Product”", async () => {
	const admin = await createAdmin(shop);
	await ignoreWritesTo("products", "INSERT");
	const response = await admin.fetch("/products", createJsonInit(product));
	await restoreWritesTo("products");
	await expectError(response, 503, "Failed to add the Product");
	const retryResponse = await admin.fetch("/products", createJsonInit(product));
	expect(await retryResponse.json()).toMatchObject({
		acknowledged: true,
		insertedId: expect.any(String),
	});
});

test("if a review cannot be stored, POST /review responds with “Failed to add Review”", async () => {
	const shopper = await createAccount(shop);
	await ignoreWritesTo("reviews", "INSERT");
	const response = await shopper.fetch(
		"/review",
		createJsonInit({ review: "Good.", ratings: "5", img }),
	);
	await restoreWritesTo("reviews");
	await expectError(response, 503, "Failed to add Review");
});

test("if a profile cannot be updated, PUT /userinfo responds with “Failed to update user”", async () => {
	const shopper = await createAccount(shop);
	await ignoreWritesTo("users", "UPDATE");
	const response = await shopper.fetch(
		`/userinfo/${shopper.email}`,
		createJsonInit({ img, phone: "555 0100" }, "PUT"),
	);
	await restoreWritesTo("users");
	await expectError(response, 404, "Failed to update user");
});

test("a session survives closing the browser but not signing out", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const response = await shop.fetch(
		"/auth/login",
		createJsonInit({ email, password: validPassword }),
	);
	const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
	const expires = /Expires=([^;]+)/.exec(cookie)?.[1] ?? "";
	expect((Date.parse(expires) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
	const [session = ""] = cookie.split(";");
	const headers = { Cookie: session, Origin: shop.url };
	expect((await shop.fetch(`/orders/${email}`, { headers })).status).toBe(200);
	await shop.fetch("/auth/logout", { method: "POST", headers });
	expect((await shop.fetch(`/orders/${email}`, { headers })).status).toBe(401);
});
