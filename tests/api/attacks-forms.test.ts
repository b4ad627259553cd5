import { and, eq, ne } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { addresses, basketLines, orders, quotes, reviews, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
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

const basketQuantity = 10;

const fillBasket = ({ id: userId }: TestAccount, productId: string) =>
	shop.db.insert(basketLines).values({
		userId,
		productId,
		quantity: basketQuantity,
		priceCents: 1_250,
		addedAt: new Date(),
	});

const countOwnRows = ({ id }: TestAccount) =>
	Promise.all([
		shop.db.$count(orders, eq(orders.userId, id)),
		shop.db.$count(reviews, eq(reviews.userId, id)),
		shop.db.$count(addresses, eq(addresses.userId, id)),
		shop.db.$count(quotes, eq(quotes.userId, id)),
		shop.db.$count(users, and(eq(users.id, id), ne(users.phone, ""))),
		shop.db.$count(
			basketLines,
			and(eq(basketLines.userId, id), ne(basketLines.quantity, basketQuantity)),
		),
	]);

const ownForms = [
	"/dashbord/myprofile",
	"/dashbord/addreview",
	"/dashbord/addresses",
	"/dashbord/requestquote",
	"/basket",
	"purchase",
];

test.each(ownForms)("rejects a form that another account opened: %s", async (path) => {
	const { id } = await createProduct(shop);
	const [opener, sender] = [await createAccount(shop), await createAccount(shop)];
	for (const account of [opener, sender]) await fillBasket(account, id);
	const formPath = path === "purchase" ? `/purchase/${id}` : path;
	const html = await (await opener.fetch(formPath)).text();
	expect(html).toContain(`name="account" value="${opener.email}"`);
	const submitAs = async (account: TestAccount) => {
		const body = new FormData();
		for (const [name, value] of Object.entries({
			account: opener.email,
			quantity: "20",
			location: "Ann's",
			phone: "555 0111",
			label: "Ann's",
			review: "Ann's",
			ratings: "5",
			img: "/pictures/torque-wrench-800.webp",
			tools: "Ann's, 5",
			message: "",
			company: "",
			neededBy: "",
			intent: "set",
			product: id,
			idempotencyKey: crypto.randomUUID(),
			formKey: crypto.randomUUID(),
		})) {
			body.set(name, value);
		}
		return account.fetch(formPath, { method: "POST", body, redirect: "manual" });
	};
	const response = await submitAs(sender);
	expect(response.status).toBe(403);
	expect(await response.text()).toContain(errors.account_changed.message);
	expect(await countOwnRows(sender)).toEqual([0, 0, 0, 0, 0, 0]);
	const acceptedResponse = await submitAs(opener);
	expect([acceptedResponse.status, await acceptedResponse.text()]).toEqual([303, ""]);
	expect((await countOwnRows(opener)).filter(Boolean)).toEqual([1]);
});

test.each([
	["/basket", "/basket", 3],
	["/checkout", "/checkout?confirm=1", 1],
	["/dashbord/deleteaccount", null, 1],
] as const)("each form of %s names the account that opened it", async (path, action, formCount) => {
	const account = await createAccount(shop);
	await fillBasket(account, (await createProduct(shop)).id);
	const html = await (await account.fetch(path)).text();
	const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
	const forms = (main.match(/<form\b.*?<\/form>/gs) ?? []).filter(
		(form) => action === null || form.includes(` action="${action}"`),
	);
	expect(forms).toHaveLength(formCount);
	for (const form of forms) expect(form).toContain(`name="account" value="${account.email}"`);
});

test("rejects a basket form that an account opened, once the account's session has ended", async () => {
	const { id } = await createProduct(shop);
	const { email } = await createAccount(shop);
	const fields = { account: email, intent: "set", product: id, quantity: "20" };
	const visitor = createVisitor(shop);
	const body = new URLSearchParams(fields);
	const response = await visitor.fetch("/basket", { method: "POST", body });
	expect(response.status).toBe(401);
	expect(await response.text()).toContain("Your session has ended");
	expect(visitor.cookie("basket")).toBeUndefined();
});

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
