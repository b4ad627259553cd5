import { eq } from "drizzle-orm";
import * as v from "valibot";
import { canOpen, pageAccess } from "#contract/permissions.ts";
import { orders, products, sessions } from "#worker/db/schema.ts";
import { accountRows } from "../api/contract/account-rows.ts";
import { createFixture, type Fixture, roles } from "../api/contract/fixture.ts";
import { orderRows } from "../api/contract/order-rows.ts";
import { productRows } from "../api/contract/product-rows.ts";
import type { Row } from "../api/contract/row.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { readResetToken } from "../support/emails.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { smallPicture } from "../support/pictures.ts";
import { asJson, type TestShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

/** Sends a call as each role that may make it, and again with an id that does not exist. */
async function exerciseCall(shop: TestShop, row: Row): Promise<void> {
	for (const [index, role] of roles.entries()) {
		if (row.valid[index] !== 200) continue;
		const newFixture = await createFixture(shop);
		const fixture = row.arrange ? await row.arrange(newFixture) : newFixture;
		const send = role === "anonymous" ? shop.fetch : fixture.accounts[role].fetchWithToken;
		for (const { path = row.path, body = row.body } of [{}, row.missing ?? {}]) {
			const json = body?.(fixture);
			const { method } = row.call;
			await send(path(fixture), json ? asJson(json, method) : { method });
		}
	}
}

const searches = ["?search=a", "?search=a&by=tool", "?search=a&by=id", "?search=pi_&by=id"];

/** Query strings that no form of the page sends. */
const extraQueries: Record<string, string[]> = { "/dashbord/overview": ["?span=months"] };

/**
 * Reads the filters of a dashboard table from its select elements.
 * @returns query strings with each choice of each filter, alone and combined with the last choice of one other filter, with and
 * without a search
 */
function filterQueries(html: string): string[] {
	const filters = Array.from(
		html.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs),
		([, name = "", options = ""]) => {
			const choices = Array.from(options.matchAll(/ value="([^"]+)"/g), ([, value = ""]) => value);
			if (choices.length === 0) throw new Error(`The filter ${name} has no choices.`);
			return choices.map((choice) => `${name}=${choice}`);
		},
	);
	const combinations = filters.flatMap((choices) => {
		const others = filters.filter((filter) => filter !== choices);
		const additions = ["", ...others.map((other) => `&${other.at(-1)}`)];
		return choices.flatMap((choice) => additions.map((addition) => choice + addition));
	});
	return combinations.flatMap((query) => [`?${query}`, `?${query}&search=a`]);
}

/** Requests every page as an account that has access, and every table with all its filters. */
async function exercisePages(shop: TestShop, { accounts, product, order }: Fixture): Promise<void> {
	let filterQueryCount = 0;
	for (const [pattern, access] of pageAccess) {
		const path = pattern
			.replace(":id", product.id)
			.replace(":productId", product.id)
			.replace(":orderid", order.id)
			.replace("*", "nothing");
		const { shopper, admin } = accounts;
		const isForAdmins = !canOpen("shopper", pattern);
		const send = access === "anyone" ? shop.fetch : (isForAdmins ? admin : shopper).fetch;
		const queries = filterQueries(await (await send(path)).text());
		filterQueryCount += queries.length;
		const tableQueries = isForAdmins
			? [...searches, ...(extraQueries[path] ?? []), ...queries]
			: [];
		await send(`${path}?page=1`);
		// `.data` skips rendering the HTML, which would take most of the time.
		for (const query of tableQueries) await send(`${path}.data${query}`);
	}
	if (filterQueryCount === 0) throw new Error("No page of the dashboard has a filter.");
}

const catalogueQueries = [
	"q=tool",
	"q=misspeled",
	"q=tool&category=other",
	"sort=name",
	"sort=best",
	"sort=price-up",
	"sort=price-down",
	"stock=in",
	"min=1",
	"category=other",
	"category=other&max=99",
	"category=other&sort=best",
	"category=other&sort=price-down",
];

async function exerciseCatalogue(shop: TestShop): Promise<void> {
	for (const query of catalogueQueries) await shop.fetch(`/tools?${query}`);
}

/** Submits the admin's forms that have no API call. */
async function exerciseForms({ accounts: { admin }, review, product }: Fixture) {
	const post = (page: string, fields: Record<string, string>) =>
		admin.fetch(`/dashbord/${page}`, { method: "POST", body: new URLSearchParams(fields) });
	for (const task of ["hide", "show"]) await post("manageReview", { task, review: review.id });
	const stock = { shownStock: String(product.quantity), quantity: "90", editKey: "" };
	await post("manageProducts", { product: product.id, ...stock });
}

/** Exports more orders than fit in one page of the export, so that every query also runs with a cursor. */
async function exerciseExport(
	shop: TestShop,
	{ accounts: { admin }, product }: Fixture,
): Promise<void> {
	await addDashboardRows(shop, { prefix: "Ex", count: 2_600, productId: product.id });
	const queries = ["", "search=ex", "by=tool&search=ex", "by=id&search=ex"];
	for (const query of queries.flatMap((filter) => [filter, `${filter}&sort=oldest`])) {
		await admin.fetch(`/dashbord/orders.csv?${query}`);
	}
}

async function exerciseLists(
	shop: TestShop,
	{ accounts: { shopper, admin } }: Fixture,
): Promise<void> {
	const lists = ["/products", "/getreviews", "/users", "/allorders", `/orders/${shopper.email}`];
	for (const list of lists) await admin.fetch(`${list}?after=1.x`);
	await shopper.fetch(`/orders/${shopper.email}?after=1.x`);
	await shop.fetch("/products?page=1&size=6");
	await shop.fetch("/healthz");
}

const outboxSchema = v.array(v.object({ text: v.string() }));

/** @returns the token in the newest email to an address */
async function readNewestToken(shop: TestShop, email: string): Promise<string> {
	const response = await shop.sandbox(`/__sandbox/mail.json?to=${email}`);
	const [newest] = v.parse(outboxSchema, await response.json());
	return /token=([a-z2-7]{32})/.exec(newest?.text ?? "")?.[1] ?? "";
}

/** Places orders up to the limit of an unverified account, then verifies the email. */
async function exerciseVerification(shop: TestShop): Promise<void> {
	const { product } = await createFixture(shop);
	const account = await createAccount(shop, { isVerified: false });
	const order = { toolId: product.id, email: account.email, location: "Here", phone: "1" };
	for (let placed = 0; placed < 4; placed++) {
		await account.fetch("/orders", asJson({ ...order, quantity: 10 }));
	}
	const post = (fields: Record<string, string>) =>
		account.fetch("/verify-email", { method: "POST", body: new URLSearchParams(fields) });
	await post({ intent: "resend" });
	const token = await readNewestToken(shop, account.email);
	await account.fetch(`/verify-email?token=${token}`);
	await post({ token });
}

async function exerciseAccounts(shop: TestShop): Promise<void> {
	const account = {
		email: `exercise${Date.now()}@example.com`,
		password: "first long secret",
		name: "Exercise",
	};
	for (const path of ["signup", "signup", "login", "forgot"]) {
		await createVisitor(shop).fetch(`/auth/${path}`, asJson(account));
	}
	const token = await readResetToken(shop, account.email);
	await shop.fetch(`/reset-password?token=${token}`);
	await shop.fetch("/auth/reset", asJson({ token, password: "second long secret" }));
	const visitor = createVisitor(shop);
	await visitor.fetch("/auth/login", asJson({ ...account, password: "second long secret" }));
	await visitor.fetch("/auth/logout", { method: "POST" });
}

/** Signs in with a Google account of an organization. @returns the visitor, who may still have to link the account */
async function signInWithGoogle(shop: TestShop, email: string) {
	const visitor = createVisitor(shop);
	const redirect = await visitor.fetch("/auth/google?from=/");
	const accountChooser = new URL(redirect.headers.get("Location") ?? "");
	const account = { choice: "other", email, name: "G", verified: "on", hd: "example.com" };
	const body = new URLSearchParams({
		...Object.fromEntries(accountChooser.searchParams),
		...account,
	});
	const response = await shop.sandbox(accountChooser.pathname, { method: "POST", body });
	const callback = new URL(response.headers.get("Location") ?? "");
	await visitor.fetch(callback.pathname + callback.search);
	return visitor;
}

/** Signs in to a new account, to a verified one, and to two unverified ones: links one by its password and empties the other. */
async function exerciseGoogle(shop: TestShop): Promise<void> {
	await signInWithGoogle(shop, `g${Date.now()}@example.com`);
	await signInWithGoogle(shop, (await createAccount(shop)).email);
	for (const intent of ["link", "empty"]) {
		const { product } = await createFixture(shop);
		const account = await createAccount(shop, { isVerified: false, password: "first long secret" });
		await createCheckout(shop, product).placeOrder(account);
		const visitor = await signInWithGoogle(shop, account.email);
		await visitor.fetch("/link-google");
		const body = new URLSearchParams({ intent, password: "first long secret" });
		await visitor.fetch("/link-google", { method: "POST", body });
	}
}

/** Sends a request with a session that expires soon, which extends the session. */
async function exerciseOldSession(shop: TestShop): Promise<void> {
	const account = await createAccount(shop);
	const expiresAt = new Date(Date.now() + 86_400_000);
	await shop.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, account.id));
	await account.fetch("/dashbord");
}

/** Deletes the account of a shopper with an unpaid order. */
async function exerciseAccountDeletion(shop: TestShop): Promise<void> {
	const { product } = await createFixture(shop);
	const account = await createAccount(shop);
	await createCheckout(shop, product).placeOrder(account);
	const body = new URLSearchParams({ email: account.email, sure: "yes" });
	await account.fetch("/dashbord/deleteaccount", { method: "POST", body });
}

async function upload(account: TestAccount): Promise<void> {
	const form = new FormData();
	form.set("image", new Blob([smallPicture.buffer], { type: smallPicture.mimeType }), "a.png");
	const response = await account.fetch("/images", { method: "POST", body: form });
	const { data } = v.parse(
		v.object({ data: v.object({ url: v.string() }) }),
		await response.json(),
	);
	await account.fetch(data.url);
}

async function exerciseGallery(
	shop: TestShop,
	{ product, accounts: { admin } }: Fixture,
): Promise<void> {
	const path = `/dashbord/updateproducts/${product.id}`;
	const body = new FormData();
	body.set("task", "add-pictures");
	body.set("pictures", new Blob([smallPicture.buffer], { type: smallPicture.mimeType }), "a.png");
	await admin.fetch(path, { method: "POST", body });
	const { gallery } = await shop.db
		.select()
		.from(products)
		.where(eq(products.id, product.id))
		.then(([row]) => row ?? product);
	const removal = new URLSearchParams({ task: "remove-picture", picture: gallery[0] ?? "" });
	await admin.fetch(path, { method: "POST", body: removal });
}

/** Pays orders in time, too late and not at all, and runs the sweep. */
async function exercisePayments(
	shop: TestShop,
	{ product, accounts: { shopper } }: Fixture,
): Promise<void> {
	const checkout = createCheckout(shop, product);
	const paid = await checkout.beginPayment();
	await checkout.createIntent(paid.shopper, paid.order);
	await checkout.stripe.chargeCard(paid.secret);
	await checkout.confirmPayment(paid.shopper, paid.order, paid.intent);
	await checkout.stripe.releaseWebhooks(paid.order);
	await shop.fetch(`/dashbord/payment/${paid.order}`);
	await paid.shopper.fetch(`/dashbord/payment/${paid.order}`);
	await checkout.stripe.dispute(paid.intent);
	await checkout.stripe.releaseWebhooks(paid.order);
	const failedOrder = await checkout.placeOrder(paid.shopper);
	const operation = "payment_intents.create";
	await checkout.stripe.setSwitches(failedOrder, {
		faults: [{ operation, kind: "fail", stored: true }],
	});
	await checkout.requestIntent(paid.shopper, failedOrder);
	const canceled = await checkout.beginPayment();
	await checkout.cancelOrder(canceled.shopper, canceled.order);
	const late = await checkout.beginPayment({ webhooks: "drop" });
	await checkout.stripe.chargeCard(late.secret);
	await shop.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, late.order));
	await checkout.beginPayment({ webhooks: "drop" });
	await checkout.runSweep();
	await shop.sweep(new Date(Date.UTC(2026, 0, 1)));
	const orderInput = {
		toolId: product.id,
		email: shopper.email,
		quantity: 10,
		location: "x",
		phone: "1",
	};
	const init = asJson(orderInput);
	const request = { ...init, headers: { ...init.headers, "Idempotency-Key": "exercise" } };
	for (let attempts = 0; attempts < 2; attempts += 1) {
		await shopper.fetchWithToken("/orders", request);
	}
}

/** Uses every feature of the shop, so that the Worker executes every SQL statement that it has. */
export async function exerciseShop(shop: TestShop): Promise<void> {
	for (const row of [...productRows, ...orderRows, ...accountRows]) await exerciseCall(shop, row);
	const fixture = await createFixture(shop);
	await upload(fixture.accounts.shopper);
	await exerciseGallery(shop, fixture);
	await exercisePages(shop, fixture);
	await exerciseForms(fixture);
	await exerciseExport(shop, fixture);
	await exerciseCatalogue(shop);
	await exerciseLists(shop, fixture);
	await exerciseAccounts(shop);
	await exerciseVerification(shop);
	await exerciseGoogle(shop);
	await exerciseOldSession(shop);
	await exerciseAccountDeletion(shop);
	await exercisePayments(shop, fixture);
}
