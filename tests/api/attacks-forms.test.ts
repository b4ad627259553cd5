import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Field names that could change an object's prototype or set a column. */
const maliciousFields: [string, string][] = [
	["__proto__", "admin"],
	["__proto__[role]", "admin"],
	["__proto__.role", "admin"],
	["constructor", "admin"],
	["constructor[prototype][role]", "admin"],
	["constructor.prototype.role", "admin"],
	["toString", "x"],
	["role", "admin"],
	["id", "1"],
	["paidAt", "1"],
	["toolPriceCents", "1"],
];

const addMaliciousFields = (fields: Record<string, string>) =>
	new URLSearchParams([...maliciousFields, ...Object.entries(fields), ...maliciousFields]);

test("__proto__, constructor and extra form fields cannot make anyone an admin", async () => {
	const email = `proto${crypto.randomUUID().replaceAll("-", "")}@example.com`;
	const visitor = createVisitor(shop);
	const body = addMaliciousFields({ name: "N", email, password: validPassword });
	const response = await visitor.fetch("/signup", { method: "POST", body });
	expect(response.headers.get("Location")).toBe("/");
	const user = await shop.db.select().from(users).where(eq(users.email, email)).get();
	expect(user).toMatchObject({ name: "N", role: "shopper" });
	expect(user?.id).not.toBe("1");
	expect((await visitor.fetch("/users")).status).toBe(403);
	const otherAccount = await createAccount(shop);
	expect(
		(await otherAccount.fetch("/users")).status,
		"another account did not become an admin",
	).toBe(403);
});

test("extra form fields cannot set a price or mark an order as paid", async () => {
	const [shopper, product] = [await createAccount(shop), await createProduct(shop)];
	const idempotencyKey = crypto.randomUUID();
	const body = addMaliciousFields({ quantity: "10", location: "Here", phone: "1", idempotencyKey });
	const response = await shopper.fetch(`/purchase/${product.id}`, { method: "POST", body });
	expect(response.status).toBe(303);
	const order = await shop.db.select().from(orders).where(eq(orders.userId, shopper.id)).get();
	expect(order).toMatchObject({ paidAt: null, quantity: 10, productId: product.id });
	expect(order?.toolPriceCents).toBeGreaterThan(1);
});

test("rejects a form with only malicious fields", async () => {
	const { status } = await shop.fetch("/signup", { method: "POST", body: addMaliciousFields({}) });
	expect(status).toBe(400);
});

test.each(["/dashbord/myprofile", "/dashbord/addreview", "purchase"])(
	"rejects a form that another account opened: %s",
	async (path) => {
		const { id } = await createProduct(shop);
		const [opener, sender] = [await createAccount(shop), await createAccount(shop)];
		const formPath = path === "purchase" ? `/purchase/${id}` : path;
		const body = new FormData();
		const html = await (await opener.fetch(formPath)).text();
		expect(html).toMatch(new RegExp(`name="email"[^>]*(value="|>)${opener.email}`));
		for (const [name, value] of Object.entries({
			email: opener.email,
			quantity: "10",
			location: "Ann's",
			phone: "555 0111",
			review: "Ann's",
			ratings: "5",
			img: "/pictures/torque-wrench-800.webp",
			idempotencyKey: crypto.randomUUID(),
		})) {
			body.set(name, value);
		}
		const response = await sender.fetch(formPath, { method: "POST", body });
		expect(response.status).toBe(403);
		expect(await response.text()).toContain("You are now signed in with another account.");
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	},
);

test("without JavaScript, a rejected form escapes the input that it shows", async () => {
	const payload = `"'\`><img src=x onerror=attacked()><script>attacked()</script>`;
	const loginPage = await openHtml(shop, "/login");
	const rejectedPage = await loginPage.press("Login", { Email: payload, Password: "x" });
	expect(rejectedPage.text).toContain("Please provide a valid email");
	const [form = ""] =
		/<form[^>]*>(?:(?!<form).)*Password.*?<\/form>/s.exec(rejectedPage.html) ?? [];
	const [, value = ""] = / name="email"[^>]* value="([^"]*)"/.exec(form) ?? [];
	expect(value).toContain("&lt;img src=x onerror=attacked()&gt;");
	expect(rejectedPage.html).not.toMatch(/<img src=x|<script>attacked/);
});
