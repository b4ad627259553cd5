import { afterAll, describe, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { canOpen, pageAccess } from "#contract/permissions.ts";
import { textPages } from "#contract/public-pages.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import {
	basketLines,
	checkouts,
	emailVerifications,
	messages,
	resetTokens,
	sweepRuns,
} from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { breakTable } from "../support/broken-table.ts";
import { signInWithGoogle, workspaceAccount } from "../support/google.ts";
import { findHtmlErrors } from "../support/html-errors.ts";
import { addImport } from "../support/imports.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { addOrder, daysAgo } from "../support/orders.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { addSavedList } from "../support/saved-lists.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(() => shop.stop());

const resetToken = "a".repeat(32);
const verificationToken = "b".repeat(32);

/** Fills each list with more rows than fit on one page, and creates an order in each state. */
async function createFixture() {
	const [shopper, newCustomer, admin] = await Promise.all([
		createAccount(shop),
		createAccount(shop, { isVerified: false, password: validPassword, useFastHash: true }),
		createAdmin(shop),
	]);
	const { id: productId } = await createReviewedProduct(shop, 11);
	// Must be the oldest product, because the search corrects misspellings with the names of only the 600 oldest products.
	const crowbar = { name: "Crowbar", quantity: 3, createdAt: new Date(0) };
	const { id: soldOutProductId } = await createProduct(shop, crowbar);
	const { id: userId, name, email } = shopper;
	const owner = { productId, userId, name, email };
	const { id: unpaidOrderId } = await addOrder(shop, owner);
	const { id: paidOrderId } = await addOrder(shop, { ...owner, paidAt: daysAgo(1) });
	const { id: shippedOrderId } = await addOrder(shop, {
		...owner,
		paidAt: daysAgo(3),
		shippedAt: daysAgo(1),
	});
	const { id: canceledOrderId } = await addOrder(shop, { ...owner, cancelledAt: daysAgo(1) });
	await addDashboardRows(shop, {
		prefix: "Aa",
		count: 2 * tablePageSize,
		userId,
		productId,
	});
	const expiresAt = new Date(Date.now() + 3_600_000);
	const [resetHash, verificationHash] = await Promise.all([
		hashToken(resetToken),
		hashToken(verificationToken),
	]);
	const line = { quantity: 12, priceCents: 1_100, addedAt: new Date() };
	await shop.db.batch([
		shop.db.insert(basketLines).values([
			{ userId: newCustomer.id, productId: soldOutProductId, ...line },
			{ userId, productId, ...line },
			{ userId, productId: soldOutProductId, ...line },
		]),
		shop.db.insert(sweepRuns).values({
			startedAt: new Date(),
			ms: 9,
			found: 3,
			fixed: 2,
			failed: 1,
			failedTasks: "emails",
		}),
		shop.db.insert(resetTokens).values({ userId: newCustomer.id, tokenHash: resetHash, expiresAt }),
		shop.db
			.insert(emailVerifications)
			.values({ userId: newCustomer.id, tokenHash: verificationHash, expiresAt }),
	]);
	const { id: listId, shareToken: token } = await addSavedList(shop, {
		userId,
		productId,
	});
	const importId = await addImport(shop, productId);
	const { id: addressId } = await addAddress(shop, userId);
	const messageId = createId();
	const message = { id: messageId, name, email, subject: "other" as const, text: "Hello" };
	await shop.db.insert(messages).values(message);
	const quoteId = await addQuote(shop, { userId, productId });
	const checkoutId = createId();
	await shop.db.insert(checkouts).values({ id: checkoutId, userId });
	await addOrder(shop, { ...owner, checkoutId });
	await addOrder(shop, { ...owner, checkoutId, cancelledAt: daysAgo(1) });
	const ids = {
		quoteId,
		checkoutId,
		listId,
		token,
		messageId,
		addressId,
		importId,
		productId,
		soldOutProductId,
		unpaidOrderId,
		paidOrderId,
		shippedOrderId,
		canceledOrderId,
	};
	return { ids, accounts: { visitor: null, shopper, newCustomer, admin } };
}

const fixture = await createFixture();
type ViewerName = keyof typeof fixture.accounts;

/** Replaces each `{name}` in a path with that ID of the fixture. */
const fillPath = (path: string) =>
	Object.entries(fixture.ids).reduce((text, [name, id]) => text.replace(`{${name}}`, id), path);

/** React's placeholder for part of a page that only a script would show. */
const reactPlaceholder = '<template id="B:';

/** Requests a page, or posts a form, and expects valid HTML that is complete without JavaScript. */
async function expectValidHtml(
	viewer: ViewerName,
	path: string,
	fields: Record<string, string> | null = null,
	status = 200,
): Promise<void> {
	const account: TestAccount | null = fixture.accounts[viewer];
	const send = account?.fetch ?? createVisitor(shop).fetch;
	const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
	const response = await send(fillPath(path), init);
	expect(response.status, path).toBe(status);
	expect(response.headers.get("Content-Type"), path).toMatch(/^text\/html/);
	const html = await response.text();
	expect(html.includes(reactPlaceholder), path).toBe(false);
	expect(await findHtmlErrors(html), `${viewer}: ${path}`).toEqual([]);
}

const nonHtmlPaths = [
	"/sitemap.xml",
	"/robots.txt",
	"/dashbord/mydata",
	"/dashbord/orders.csv",
	"/dashbord/stock.csv",
	"/dashbord/money.csv",
];
const pages = [...pageAccess.keys()].filter(
	(pattern) => !["/*", "/pay/:token", "/verify-email", ...nonHtmlPaths].includes(pattern),
);
const signedOutPages = ["/login", "/login/code", "/signup"];
/** On text pages, only the layout depends on the account, and the tests of all other pages cover it. */
const isTextPage = (path: string) => textPages.some((textPage) => textPage === path);

describe("the HTML is valid:", () => {
	test.each(pages)("%s, for each role that may open it", async (pattern) => {
		const path = pattern
			.replace(/:id|:productId/, "{productId}")
			.replace(":orderid", "{paidOrderId}")
			.replace(":importid", "{importId}")
			.replace(":checkoutid", "{checkoutId}")
			.replace(":listid", "{listId}")
			.replace(":token", "{token}")
			.replace(":messageId", "{messageId}")
			.replace(":quoteid", "{quoteId}")
			.replace(":addressid", "{addressId}");
		if (pageAccess.get(pattern) === "anyone") await expectValidHtml("visitor", path);
		if (signedOutPages.includes(path) || isTextPage(path)) return;
		for (const role of ["shopper", "admin"] as const)
			if (canOpen(role, pattern)) await expectValidHtml(role, path);
	});

	test.each<[ViewerName, string]>([
		["visitor", "/?page=99"],
		["visitor", "/tools?q=tool&stock=in&max=99&sort=name"],
		["visitor", "/tools?q=zzzzzz&stock=in"],
		["visitor", "/tools?q=crowbra"],
		["visitor", "/tools/{productId}?page=1"],
		["visitor", "/tools/{productId}?page=9"],
		["visitor", "/tools/{soldOutProductId}"],
		["visitor", "/login?from=%2Fpurchase%2F{productId}"],
		["visitor", "/signup?from=%2Fpurchase%2F{productId}"],
		["visitor", `/reset-password?token=${resetToken}`],
		["newCustomer", "/basket"],
		["newCustomer", "/basket?removed={productId}&quantity=10"],
		["shopper", "/purchase/{soldOutProductId}"],
		["shopper", "/purchase/{productId}?again={paidOrderId}"],
		["shopper", "/dashbord/orders/{unpaidOrderId}"],
		["shopper", "/dashbord/orders/{shippedOrderId}"],
		["shopper", "/dashbord/orders/{canceledOrderId}"],
		["shopper", "/dashbord/payment/{unpaidOrderId}"],
		["shopper", "/dashbord/myorders?state=cancelled"],
		["shopper", "/dashbord/myorders?page=1"],
		["shopper", "/dashbord/myorders?search=bar"],
		["shopper", "/verify-email?token=x"],
		["newCustomer", "/dashbord/myorders"],
		["newCustomer", "/dashbord/myprofile"],
		["newCustomer", "/verify-email"],
		["newCustomer", `/verify-email?token=${verificationToken}`],
		["admin", "/dashbord/orders/{unpaidOrderId}"],
		["admin", "/dashbord/overview?span=months"],
		["admin", "/dashbord/manageAllorders?state=paid"],
		["admin", "/dashbord/manageAllorders?search=aa&by=tool&page=1"],
		["admin", "/dashbord/manageAllorders?search=nothing"],
		["admin", "/dashbord/manageProducts?stock=low"],
		["admin", "/dashbord/manageProducts?search=nothing"],
		["admin", "/dashbord/stock/{productId}?reason=delivery"],
		["admin", "/dashbord/audit?action=user-deleted"],
	])("as %s, %s", (viewer, path) => expectValidHtml(viewer, path));

	test.each<[ViewerName, string, number]>([
		["visitor", "/no-such-page", 404],
		["visitor", "/pay/no-such-link", 404],
		["visitor", "/tools/no-such-tool", 404],
		["shopper", "/no-such-page", 404],
		["shopper", "/dashbord/no-such-page", 404],
		["shopper", "/dashbord/orders/no-such-order", 404],
		["newCustomer", "/dashbord/orders/{unpaidOrderId}", 403],
		["shopper", "/dashbord/invoice/{unpaidOrderId}", 409],
	])("as %s, %s responds with %i", (viewer, path, status) =>
		expectValidHtml(viewer, path, null, status),
	);

	test.each<[ViewerName, string, Record<string, string>, number]>([
		["visitor", "/blogs", {}, 405],
		["visitor", "/login", { email: "", password: "" }, 400],
		["visitor", "/login", { email: "nobody@example.com", password: "not this one" }, 401],
		["visitor", "/login", { intent: "forgot", email: "" }, 400],
		["visitor", "/signup", { name: "", email: "x", password: "1" }, 400],
		["visitor", `/reset-password?token=${resetToken}`, { token: resetToken, password: "1" }, 400],
		["shopper", "/purchase/{productId}?confirm=1", { quantity: "1" }, 400],
		["shopper", "/basket", { intent: "set", product: "{productId}", quantity: "x" }, 400],
		["shopper", "/checkout?confirm=1", { key: "x", lines: "" }, 400],
		[
			"shopper",
			"/checkout?confirm=1",
			{ key: "x", lines: "", location: "1 Bay Road", phone: "1" },
			409,
		],
		["shopper", "/dashbord/addreview", { review: "" }, 400],
		["shopper", "/dashbord/myprofile", { phone: "x".repeat(99) }, 400],
		["shopper", "/dashbord/deleteaccount", {}, 400],
		["admin", "/dashbord/addproducts", { name: "" }, 400],
		["admin", "/dashbord/updateproducts/{productId}", { name: "" }, 400],
		["admin", "/dashbord/manageProducts", { product: "x", quantity: "-1" }, 400],
	])("as %s, %s after posting %j", (viewer, path, fields, status) =>
		expectValidHtml(viewer, path, fields, status),
	);

	test("the form that links a Google account, with and without an error", async () => {
		const options = { isVerified: false, password: validPassword, useFastHash: true };
		const { id: userId, email } = await createAccount(shop, options);
		const { id: productId } = await createProduct(shop);
		await addOrder(shop, { productId, userId });
		const visitor = createVisitor(shop);
		await signInWithGoogle(shop, visitor, workspaceAccount(email));
		const body = new URLSearchParams({ password: "not this one" });
		for (const init of [{}, { method: "POST", body }]) {
			const html = await (await visitor.fetch("/link-google", init)).text();
			expect(html).toContain("Start with an empty account");
			expect(await findHtmlErrors(html)).toEqual([]);
		}
	});

	test.each(["success", "error"])("a page with a toast of the kind %s", async (kind) => {
		const flash = encodeURIComponent(JSON.stringify({ kind, text: "Hello again" }));
		const response = await shop.fetch("/", { headers: { Cookie: `flash=${flash}` } });
		const html = await response.text();
		expect(html).toContain("Hello again");
		expect(await findHtmlErrors(html)).toEqual([]);
	});

	test.each<[ViewerName, string, string]>([
		["visitor", "/", "products"],
		["shopper", "/dashbord/myorders", "sessions"],
		["shopper", "/dashbord/myorders", "orders"],
	])("as %s, %s while the table %s cannot be read", async (viewer, path, table) => {
		const repairTable = await breakTable(shop, table, "D1_ERROR: Network connection lost.");
		await expectValidHtml(viewer, path, null, 503).finally(repairTable);
	});
});
