import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import type { TestAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { createEndedSessionHelpers } from "../support/ended-session.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { addSavedList } from "../support/saved-lists.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(() => shop.stop());

const { createUser, openPage, endSessions } = createEndedSessionHelpers(shop);
const notSent = "Nothing was sent yet.";
const picture = new File(["png"], "photo.png", { type: "image/png" });
const delivery = { Location: "1 Bench Road", Phone: "555 0100" };

type Form = {
	role?: "admin";
	/** Returns the path of the form's page. */
	prepare?: (account: TestAccount) => Promise<string>;
	button: string;
	values: Record<string, string>;
	/** Fields that are not kept. */
	other?: Record<string, string | File | boolean>;
};

const forms: Record<string, Form> = {
	"the order form": {
		prepare: async () => `/purchase/${(await createProduct(shop)).id}`,
		button: "Confirm order",
		values: { ...delivery, "Order quantity": "37", Company: 'Bay & Söhne "Garage"' },
	},
	"the checkout": {
		prepare: async ({ id: userId }) => {
			await addBasketLine(shop, { userId, productId: (await createProduct(shop)).id });
			return "/checkout";
		},
		button: "Confirm order",
		values: delivery,
	},
	"the form that accepts a quote": {
		prepare: async ({ id: userId }) => {
			const { id: productId } = await createProduct(shop);
			return `/dashbord/myquotes/${await addQuote(shop, { userId, productId })}`;
		},
		button: "Accept and order",
		values: delivery,
	},
	"the form that renames a list": {
		prepare: async ({ id: userId }) => {
			const { id: productId } = await createProduct(shop);
			return `/dashbord/lists/${(await addSavedList(shop, { userId, productId })).id}`;
		},
		button: "Rename",
		values: { Name: "Bay 3" },
	},
	"/dashbord/requestquote": {
		button: "Send request",
		values: {
			"Tools and quantities": "Bar, 50\nWrench + socket, 20",
			"Message (optional)": "100% steel?",
		},
	},
	"/dashbord/addreview": {
		button: "Add Review",
		values: { Review: "Held for a year.\nNo play.", Ratings: "4.5" },
		other: { Image: picture },
	},
	"/dashbord/addresses": {
		button: "Save address",
		values: { "Address name": "Workshop", ...delivery },
	},
	"/dashbord/myprofile": {
		button: "Update Your Profile",
		values: { "Contact number": "555 0199" },
		other: { Image: picture },
	},
	"/dashbord/addproducts": {
		role: "admin",
		button: "Add Product",
		values: {
			Name: "Pry bar",
			"Short description": "For stuck parts",
			"Price per piece": "12.50",
			Category: "other",
			Specification: "Length: 465 mm\nWeight: 1 kg",
		},
		other: { Image: picture },
	},
	"the form that updates a product": {
		role: "admin",
		prepare: async () => `/dashbord/updateproducts/${(await createProduct(shop)).id}`,
		button: "Update Product",
		values: { "Short description": "A new text", Note: "Counted by hand" },
	},
	"the form of a phone order": {
		role: "admin",
		prepare: async () => {
			const { id } = await createProduct(shop);
			return `/dashbord/new-order?customer=new&line=${id}:20`;
		},
		button: "Review the order",
		values: { Name: "Nora New", Email: "nora@example.com", ...delivery },
	},
	"the form of an order's note": {
		role: "admin",
		prepare: async () =>
			`/dashbord/orders/${(await addOrder(shop, { productId: (await createProduct(shop)).id })).id}`,
		button: "Add note",
		values: { "New note": "Call before delivery" },
	},
	"the form of a shipment": {
		role: "admin",
		prepare: async () => {
			const { id: productId } = await createProduct(shop);
			return `/dashbord/orders/${(await addOrder(shop, { productId, paidAt: new Date() })).id}`;
		},
		button: "Mark as shipped",
		values: { Carrier: "Joe's Freight", "Tracking number": "1Z 99" },
	},
	"the form of an offer": {
		role: "admin",
		prepare: async () => {
			const [{ id: productId }, { id: userId }] = [await createProduct(shop), await createUser()];
			return `/dashbord/quotes/${await addQuote(shop, { userId, productId })}`;
		},
		button: "Send updated quote",
		values: { "Note to the customer": "Ships in two days", "$ per piece": "8.50" },
	},
	"/dashbord/ship": {
		role: "admin",
		button: "Check",
		values: { Orders: "6920AF31B0C4, UPS, 1Z999AA10123456784\nA, B, C" },
	},
};

test.each(Object.entries(forms))(
	"%s, sent after the session ended, is filled in again after a login",
	async (name, { role, prepare, button, values, other = {} }) => {
		const account = await createUser(role);
		const path = prepare ? await prepare(account) : name;
		const { page, logInInNewTab } = await openPage(path, account);
		await endSessions(account);
		const keptPage = await page.press(button, { ...values, ...other });
		expect([keptPage.status, keptPage.text]).toEqual([
			401,
			expect.stringContaining(errors.unauthenticated.message),
		]);
		expect(keptPage.html).toMatch(/<a href="\/login" target="_blank"/);
		const stillSignedOutPage = await keptPage.press("Continue");
		expect(stillSignedOutPage.status).toBe(401);
		await logInInNewTab();
		const formPage = await stillSignedOutPage.press("Continue");
		expect([formPage.status, formPage.text]).toEqual([200, expect.stringContaining(notSent)]);
		for (const [label, value] of Object.entries(values))
			expect(formPage.getFieldValue(label).replaceAll("\r\n", "\n"), label).toBe(value);
		expect((await formPage.press(button)).text).not.toContain(notSent);
	},
);

test("a form that was filled in again is only submitted by its button", async () => {
	const account = await createUser();
	const { id: productId } = await createProduct(shop);
	const { page, logInInNewTab } = await openPage(`/purchase/${productId}`, account);
	await endSessions(account);
	const keptPage = await page.press("Confirm order", { ...delivery, "Order quantity": "37" });
	await logInInNewTab();
	const formPage = await keptPage.press("Continue");
	const isOwn = eq(orders.userId, account.id);
	expect(await shop.db.$count(orders, isOwn)).toBe(0);
	for (const _ of ["once", "again"]) {
		expect((await formPage.press("Confirm order")).path).toMatch(/^\/dashbord\/payment\//);
	}
	expect(await shop.db.select().from(orders).where(isOwn)).toMatchObject([
		{ location: "1 Bench Road", quantity: 37 },
	]);
});

test.each([
	["the order form", "Location"],
	["/dashbord/requestquote", "Tools and quantities"],
	["/dashbord/addreview", "Review"],
	["/dashbord/addproducts", "Short description"],
	["the form that updates a product", "Note"],
	["the form of a phone order", "Location"],
	["the form of an order's note", "New note"],
	["the form of a shipment", "Carrier"],
	["the form of an offer", "Note to the customer"],
	["/dashbord/ship", "Orders"],
])("what one user typed into %s is not shown to another who logs in", async (name, label) => {
	const { role, prepare, button = "" } = forms[name] ?? {};
	const [account, other] = [await createUser(role), await createUser(role)];
	const { page, logInInNewTab } = await openPage(prepare ? await prepare(account) : name, account);
	await endSessions(account);
	const keptPage = await page.press(button, { [label]: "Bench Road" });
	expect(keptPage.text).not.toContain("Bench Road");
	await logInInNewTab(other);
	const formPage = await keptPage.press("Continue");
	expect([formPage.status, formPage.text]).toEqual([
		403,
		expect.stringContaining(errors.account_changed.message),
	]);
	expect(formPage.html).not.toMatch(/Bench.Road/);
});

test("a product's form that was filled in again reports what a colleague has changed since it was opened", async () => {
	const account = await createUser("admin");
	const { id } = await createProduct(shop, { quantity: 100, priceCents: 1_250 });
	const { page, logInInNewTab } = await openPage(`/dashbord/updateproducts/${id}`, account);
	await endSessions(account);
	const keptPage = await page.press("Update Product", { "Short description": "A new text" });
	const changes = { quantity: 80, priceCents: 1_500, editKey: "edit of a colleague" };
	await shop.db.update(products).set(changes).where(eq(products.id, id));
	await logInInNewTab();
	const formPage = await keptPage.press("Continue");
	const rejectedPage = await formPage.press("Update Product");
	expect([rejectedPage.status, rejectedPage.text]).toEqual([
		409,
		expect.stringContaining("it now has 80 in stock"),
	]);
	const [product] = await shop.db.select().from(products).where(eq(products.id, id));
	expect(product).toMatchObject(changes);
});

test("a password is not kept", async () => {
	const account = await createUser("admin");
	const { page } = await openPage("/dashbord/twofactor", account);
	await endSessions(account);
	const keptPage = await page.press("Set up", { Password: "typed secret" });
	expect(keptPage.status).toBe(401);
	expect(keptPage.html).toContain("intent=start");
	expect(keptPage.html).not.toContain("secret");
});

test("a password in a handmade hidden field is not shown in the form", async () => {
	const typed = "email=ada%40example.com&password=typed-secret&confirm-code=typed-code";
	const body = new URLSearchParams({ typed });
	const response = await createVisitor(shop).fetch("/login", { method: "POST", body });
	const html = await response.text();
	expect([response.status, html]).toEqual([200, expect.stringContaining("ada@example.com")]);
	expect(html).not.toContain("typed-");
});

test("more text than any form can have is not kept", async () => {
	const visitor = createVisitor(shop);
	const post = (length: number) =>
		visitor.fetch("/dashbord/addreview", {
			method: "POST",
			body: new URLSearchParams({ review: "x".repeat(length) }),
		});
	expect((await post(50_000)).status).toBe(401);
	const form = new FormData();
	form.set("review", "x".repeat(200_000));
	const response = await visitor.fetch("/dashbord/addreview", { method: "POST", body: form });
	expect(response.headers.get("Location")).toBe("/login?from=%2Fdashbord%2Faddreview");
	expect(await shop.db.$count(reviews)).toBe(0);
});
