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
import { addManyRows } from "../support/many-rows.ts";
import { smallPicture } from "../support/pictures.ts";
import { asJson, type TestShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

/** Sends a call by everybody who may, and for something that is not there. */
async function tourCall(shop: TestShop, row: Row): Promise<void> {
	for (const [place, role] of roles.entries()) {
		if (row.valid[place] !== 200) continue;
		const fresh = await createFixture(shop);
		const fixture = row.arrange ? await row.arrange(fresh) : fresh;
		const send = role === "anonymous" ? shop.fetch : fixture.accounts[role].fetchWithToken;
		for (const { path = row.path, body = row.body } of [{}, row.missing ?? {}]) {
			const content = body?.(fixture);
			const { method } = row.call;
			await send(path(fixture), content ? asJson(content, method) : { method });
		}
	}
}

const searches = ["?search=a", "?search=a&by=tool", "?search=a&by=id", "?search=pi_&by=id"];

/** Query parameters of pages that are in no form. */
const parameters: Record<string, string[]> = { "/dashbord/overview": ["?span=months"] };

/**
 * @param html a table of the dashboard, whose filters are select elements
 * @returns query strings with each choice of a filter, alone and together with the last choice of each other filter, with a search
 * and without
 */
function filterQueries(html: string): string[] {
	const filters = Array.from(
		html.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs),
		([, name = "", options = ""]) =>
			Array.from(options.matchAll(/ value="(\w+)"/g), ([, value = ""]) => `${name}=${value}`),
	);
	const combinations = filters.flatMap((choices) => {
		const others = filters.filter((filter) => filter !== choices);
		const additions = ["", ...others.map((other) => `&${other.at(-1)}`)];
		return choices.flatMap((choice) => additions.map((addition) => choice + addition));
	});
	return combinations.flatMap((query) => [`?${query}`, `?${query}&search=a`]);
}

/** Opens every page as an account that may, and every table with each of its filters. */
async function tourPages(shop: TestShop, { accounts, product, order }: Fixture): Promise<void> {
	let filtered = 0;
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
		filtered += queries.length;
		const tables = isForAdmins ? [...searches, ...(parameters[path] ?? []), ...queries] : [];
		for (const query of ["?page=1", ...tables]) await send(path + query);
	}
	if (filtered === 0) throw new Error("No page of the dashboard has a filter");
}

/** The catalogue in each of its ways. */
const catalogues = [
	"q=tool",
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

async function tourCatalogue(shop: TestShop): Promise<void> {
	for (const query of catalogues) await shop.fetch(`/tools?${query}`);
}

/** What an admin does by forms alone. */
async function tourForms({ accounts: { admin }, review, product }: Fixture) {
	const post = (page: string, fields: Record<string, string>) =>
		admin.fetch(`/dashbord/${page}`, { method: "POST", body: new URLSearchParams(fields) });
	for (const task of ["hide", "show"]) await post("manageReview", { task, review: review.id });
	const stock = { seen: String(product.quantity), quantity: "90", editKey: "" };
	await post("manageProducts", { product: product.id, ...stock });
}

/** More orders than the export reads at a time, so that every query runs with a cursor too. */
async function tourExport(
	shop: TestShop,
	{ accounts: { admin }, product }: Fixture,
): Promise<void> {
	await addManyRows(shop, { prefix: "Ex", count: 2_600, productId: product.id });
	const found = ["", "search=ex", "by=tool&search=ex", "by=id&search=ex"];
	for (const query of found.flatMap((one) => [one, `${one}&sort=oldest`])) {
		await admin.fetch(`/dashbord/orders.csv?${query}`);
	}
}

async function tourLists(shop: TestShop, { accounts: { shopper, admin } }: Fixture): Promise<void> {
	const lists = ["/products", "/getreviews", "/users", "/allorders", `/orders/${shopper.email}`];
	for (const list of lists) await admin.fetch(`${list}?after=1.x`);
	await shopper.fetch(`/orders/${shopper.email}?after=1.x`);
	await shop.fetch("/products?page=1&size=6");
	await shop.fetch("/healthz");
}

const mailSchema = v.array(v.object({ text: v.string() }));

/** @returns the token in the newest mail to an address */
async function newestToken(shop: TestShop, email: string): Promise<string> {
	const mails = await shop.sandbox(`/__sandbox/mail.json?to=${email}`);
	const [mail] = v.parse(mailSchema, await mails.json());
	return /token=([a-z2-7]{32})/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Somebody whose email is not verified orders as much as they may, and then verifies it. */
async function tourVerification(shop: TestShop): Promise<void> {
	const { product } = await createFixture(shop);
	const account = await createAccount(shop, { isVerified: false });
	const order = { toolId: product.id, email: account.email, location: "Here", phone: "1" };
	for (let placed = 0; placed < 4; placed++) {
		await account.fetch("/orders", asJson({ ...order, quantity: 10 }));
	}
	const post = (fields: Record<string, string>) =>
		account.fetch("/verify-email", { method: "POST", body: new URLSearchParams(fields) });
	await post({ intent: "resend" });
	const token = await newestToken(shop, account.email);
	await account.fetch(`/verify-email?token=${token}`);
	await post({ token });
}

async function tourAccounts(shop: TestShop): Promise<void> {
	const account = {
		email: `tour${Date.now()}@example.com`,
		password: "first long secret",
		name: "Tour",
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

/** Signs in with a Google account of an organization. @returns the visitor, signed in or asked for a password */
async function enterByGoogle(shop: TestShop, email: string) {
	const visitor = createVisitor(shop);
	const left = await visitor.fetch("/auth/google?from=/");
	const page = new URL(left.headers.get("Location") ?? "");
	const person = { choice: "other", email, name: "G", verified: "on", hd: "example.com" };
	const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...person });
	const response = await shop.sandbox(page.pathname, { method: "POST", body });
	const back = new URL(response.headers.get("Location") ?? "");
	await visitor.fetch(back.pathname + back.search);
	return visitor;
}

/** A new account, one that is linked, and two that were never verified: one keeps it by its password, one starts empty. */
async function tourGoogle(shop: TestShop): Promise<void> {
	await enterByGoogle(shop, `g${Date.now()}@example.com`);
	await enterByGoogle(shop, (await createAccount(shop)).email);
	for (const intent of ["link", "empty"]) {
		const { product } = await createFixture(shop);
		const maker = await createAccount(shop, { isVerified: false, password: "first long secret" });
		await createCheckout(shop, product).placeOrder(maker);
		const visitor = await enterByGoogle(shop, maker.email);
		await visitor.fetch("/link-google");
		const body = new URLSearchParams({ intent, password: "first long secret" });
		await visitor.fetch("/link-google", { method: "POST", body });
	}
}

/** Half of its life is over: the next request slides it. */
async function tourOldSession(shop: TestShop): Promise<void> {
	const account = await createAccount(shop);
	const soon = new Date(Date.now() + 86_400_000);
	await shop.db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.userId, account.id));
	await account.fetch("/dashbord");
}

/** A shopper with an unpaid order deletes their account. */
async function tourDeletion(shop: TestShop): Promise<void> {
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

async function tourGallery(
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

/** Pays in time, too late and not at all, and lets the sweep look. */
async function tourPayments(
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
	const failed = await checkout.placeOrder(paid.shopper);
	const operation = "payment_intents.create";
	await checkout.stripe.setSwitches(failed, { faults: [{ operation, kind: "fail", saved: true }] });
	await checkout.requestIntent(paid.shopper, failed);
	const cancelled = await checkout.beginPayment();
	await checkout.cancelOrder(cancelled.shopper, cancelled.order);
	const late = await checkout.beginPayment("drop");
	await checkout.stripe.chargeCard(late.secret);
	await shop.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, late.order));
	await checkout.beginPayment("drop");
	await checkout.runSweep();
	await shop.sweep(new Date(Date.UTC(2026, 0, 1)));
	const wish = {
		toolId: product.id,
		email: shopper.email,
		quantity: 10,
		location: "x",
		phone: "1",
	};
	const init = asJson(wish);
	const twice = { ...init, headers: { ...init.headers, "Idempotency-Key": "tour" } };
	for (let times = 0; times < 2; times += 1) await shopper.fetchWithToken("/orders", twice);
}

/** Does everything that the shop can do, so that the Worker issues every statement that it has. */
export async function tourShop(shop: TestShop): Promise<void> {
	for (const row of [...productRows, ...orderRows, ...accountRows]) await tourCall(shop, row);
	const fixture = await createFixture(shop);
	await upload(fixture.accounts.shopper);
	await tourGallery(shop, fixture);
	await tourPages(shop, fixture);
	await tourForms(fixture);
	await tourExport(shop, fixture);
	await tourCatalogue(shop);
	await tourLists(shop, fixture);
	await tourAccounts(shop);
	await tourVerification(shop);
	await tourGoogle(shop);
	await tourOldSession(shop);
	await tourDeletion(shop);
	await tourPayments(shop, fixture);
}
