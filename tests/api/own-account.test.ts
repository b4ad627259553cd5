import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import {
	addresses,
	basketLines,
	images,
	orderMails,
	orders,
	payments,
	products,
	reviews,
	savedLists,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { createCheckout } from "../support/checkout.ts";
import { addSavedList } from "../support/lists.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const password = "first long secret";

const addReview = (account: TestAccount) =>
	shop.db
		.insert(reviews)
		.values({
			id: createId(),
			userId: account.id,
			review: `Good, says ${account.id}`,
			ratings: "5",
			img: "/images/face.png",
			name: account.name,
			email: account.email,
		})
		.returning()
		.get();

const addUpload = (account: TestAccount) =>
	shop.db
		.insert(images)
		.values({ key: `${account.id}.png`, type: "image/png", bytes: 5, userId: account.id });

const addBasketLine = ({ id: userId }: TestAccount, productId: string, quantity: number) =>
	shop.db
		.insert(basketLines)
		.values({ userId, productId, quantity, priceCents: 1_250, addedAt: new Date() });

/** Creates two shoppers with an order of 10 units, a basket, a review and an upload each, and the product, which had 100 units in stock. */
async function createFixture(accountOptions: Parameters<typeof createAccount>[1] = { password }) {
	const product = await createProduct(shop);
	const checkout = createCheckout(shop, product);
	const [shopper, otherShopper] = await Promise.all([
		createAccount(shop, accountOptions),
		createAccount(shop),
	]);
	const order = await checkout.placeOrder(shopper);
	await checkout.placeOrder(otherShopper);
	const review = await addReview(shopper);
	await addReview(otherShopper);
	await Promise.all([addUpload(shopper), addUpload(otherShopper)]);
	await addBasketLine(shopper, product.id, 20);
	await addBasketLine(otherShopper, product.id, 30);
	for (const { id: userId } of [shopper, otherShopper])
		await addSavedList(shop, { userId, productId: product.id });
	await Promise.all([addAddress(shop, shopper.id), addAddress(shop, otherShopper.id)]);
	return { product, checkout, shopper, otherShopper, order, review };
}

const readStock = async (id: string) =>
	(await shop.db.select().from(products).where(eq(products.id, id)).get())?.quantity;

function deleteOwnAccount(account: TestAccount, fields: Record<string, string>) {
	const body = new URLSearchParams({ email: account.email, ...fields });
	return account.fetch("/dashbord/deleteaccount", { method: "POST", body });
}

const validFields = { password, sure: "yes" };
const accountExists = async ({ id }: TestAccount) =>
	(await shop.db.$count(users, eq(users.id, id))) === 1;

const rowsSchema = v.array(v.record(v.string(), v.unknown()));
const dataSchema = v.strictObject({
	profile: v.record(v.string(), v.unknown()),
	orders: rowsSchema,
	addresses: rowsSchema,
	passkeys: rowsSchema,
	reviews: rowsSchema,
	uploads: rowsSchema,
	sessions: rowsSchema,
	basket: rowsSchema,
	savedLists: rowsSchema,
	messages: rowsSchema,
	quotes: rowsSchema,
	newsletter: rowsSchema,
	stockWaits: rowsSchema,
	viewed: v.array(v.string()),
});

test("the export of an account's data has all of its data, no data of other accounts and no secrets", async () => {
	const { product, shopper, otherShopper, order, review } = await createFixture();
	const response = await shopper.fetch("/dashbord/mydata");
	expect(response.status).toBe(200);
	expect(response.headers.get("Cache-Control")).toContain("no-store");
	expect(response.headers.get("Content-Disposition")).toMatch(
		/^attachment; filename="[\w.-]+\.json"$/,
	);
	expect(response.headers.get("Content-Type")).toContain("application/json");
	const text = await response.text();
	const data = v.parse(dataSchema, JSON.parse(text));
	const { id, email, name } = shopper;
	expect(data.profile).toMatchObject({
		id,
		email,
		name,
		hasPassword: true,
		hasGoogle: false,
	});
	expect(data.orders).toMatchObject([{ id: order, quantity: 10, toolPriceCents: 1_250, email }]);
	expect(data.reviews).toMatchObject([{ id: review.id, review: review.review, email }]);
	expect(data.uploads).toMatchObject([{ address: `/images/${id}.png`, type: "image/png" }]);
	expect(data.basket).toMatchObject([{ productId: product.id, quantity: 20, priceCents: 1_250 }]);
	const lines = [{ productId: product.id, quantity: 12 }];
	expect(data.savedLists).toMatchObject([{ name: "Brake jobs", isShared: true, lines }]);
	expect(data.addresses).toMatchObject([{ label: "Workshop", location: "1 Bay Road" }]);
	expect(data.sessions).toHaveLength(1);
	const sessionColumns = ["createdAt", "expiresAt", "lastUsedAt", "device", "country"];
	expect(Object.keys(data.sessions[0] ?? {})).toEqual(sessionColumns);
	const storedSessions = await shop.db.select().from(sessions).where(eq(sessions.userId, id));
	for (const secret of [
		"scrypt",
		shopper.session,
		shopper.token,
		storedSessions[0]?.id ?? "none",
	]) {
		expect(text).not.toContain(secret);
	}
	for (const otherData of [otherShopper.id, otherShopper.email])
		expect(text).not.toContain(otherData);
});

test("the export has payments, refunds, emails and viewed products, and the list of viewed products is deleted with the account", async () => {
	const { shopper, order } = await createFixture();
	const refund = { status: "refunded" as const, refundedCents: 100, refundId: "re_1" };
	const payment = { id: "pi_own", orderId: order, amountCents: 12_500, updatedAt: new Date() };
	await shop.db.insert(payments).values({ ...payment, ...refund });
	const createdAt = new Date(1_700_000_000_000);
	await shop.db.insert(orderMails).values({ orderId: order, kind: "receipt", createdAt });
	const { id: productId } = await createProduct(shop);
	const cookies = (await shopper.fetch(`/purchase/${productId}`)).headers.getSetCookie();
	const viewedCookie = cookies.find((line) => line.startsWith("viewed="))?.split(";")[0] ?? "";
	const headers = { Cookie: `session=${shopper.session}; ${viewedCookie}` };
	const response = await shopper.fetch("/dashbord/mydata", { headers });
	const data = v.parse(dataSchema, await response.json());
	expect(data.viewed).toEqual([productId]);
	expect(data.orders).toMatchObject([
		{
			payments: [{ id: "pi_own", amountCents: 12_500, ...refund }],
			mails: expect.arrayContaining([
				{ kind: "receipt", createdAt: "2023-11-14T22:13:20.000Z", sentAt: null },
			]),
		},
	]);
	await shop.db.delete(orders).where(eq(orders.id, order));
	const countViewedLists = async () => ((await shop.env.VIEWED?.list())?.keys ?? []).length;
	const listCountBefore = await countViewedLists();
	const body = new URLSearchParams({ email: shopper.email, ...validFields });
	await shopper.fetch("/dashbord/deleteaccount", { method: "POST", body, headers });
	expect(await accountExists(shopper)).toBe(false);
	await expect.poll(countViewedLists).toBe(listCountBefore - 1);
});

test("the export has every row once, even if it takes several reads", async () => {
	const shopper = await createAccount(shop);
	const product = await createProduct(shop);
	const sql = `insert into orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, created_at)
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 1203)
		select 'many' || i || ?1, ?1, ?2, 'Tool', 100, 1, 'N', 'e', 'l', 'p', 1700000000000 + i / 3 from n`;
	await shop.env.DB.prepare(sql).bind(shopper.id, product.id).run();
	const reviewSql = `insert into reviews (id, user_id, review, ratings, img, name, email)
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 1203)
		select 'many' || i || ?1, ?1, 'r', '5', '', 'N', 'e' from n`;
	await shop.env.DB.prepare(reviewSql).bind(shopper.id).run();
	const data = v.parse(dataSchema, await (await shopper.fetch("/dashbord/mydata")).json());
	expect(new Set(data.orders.map(({ id }) => id)).size).toBe(1_203);
	expect(data.orders).toHaveLength(1_203);
	expect(new Set(data.reviews.map(({ id }) => id)).size).toBe(1_203);
});

test("an anonymous visitor gets no export, an admin gets their own, and the sixth export within a minute is rejected", async () => {
	expect((await shop.fetch("/dashbord/mydata")).headers.get("Location")).toContain("/login");
	const admin = await createAdmin(shop);
	const statuses: number[] = [];
	// The limit's one-minute window may end once meanwhile.
	while (statuses.length < 12 && !statuses.includes(429)) {
		statuses.push((await admin.fetch("/dashbord/mydata")).status);
	}
	expect([statuses.slice(0, 5), statuses.at(-1)]).toEqual([[200, 200, 200, 200, 200], 429]);
});

test("deleting an account ends its sessions, cancels and restocks its unpaid orders, keeps the paid ones, and anonymizes its reviews", async () => {
	const { product, checkout, shopper, otherShopper, order, review } = await createFixture();
	const paidOrder = await checkout.placeOrder(shopper);
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: `pi_${paidOrder}` })
		.where(eq(orders.id, paidOrder));
	expect(await readStock(product.id)).toBe(70);
	const response = await deleteOwnAccount(shopper, validFields);
	expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
	const cookies = response.headers.getSetCookie().map(decodeURIComponent).join("\n");
	expect(cookies).toContain(success.accountDeleted);
	expect(cookies).toMatch(/^session=;/m);
	expect(await accountExists(shopper)).toBe(false);
	expect(await shop.db.$count(addresses, eq(addresses.userId, shopper.id))).toBe(0);
	expect(await shop.db.$count(savedLists, eq(savedLists.userId, shopper.id))).toBe(0);
	expect((await shopper.fetch(`/admin/${shopper.email}`)).status).toBe(401);
	expect((await shopper.fetchWithToken(`/admin/${shopper.email}`)).status).toBe(401);
	const canceledRow = await shop.db.select().from(orders).where(eq(orders.id, order)).get();
	expect(canceledRow).toMatchObject({ state: "cancelled", userId: null, name: "Former customer" });
	expect(canceledRow).toMatchObject({ email: "", location: "", phone: "" });
	expect(await readStock(product.id)).toBe(80);
	const paidRow = await shop.db.select().from(orders).where(eq(orders.id, paidOrder)).get();
	expect(paidRow).toMatchObject({ userId: null, name: shopper.name, email: shopper.email });
	const reviewRow = await shop.db.select().from(reviews).where(eq(reviews.id, review.id)).get();
	expect(reviewRow).toMatchObject({
		name: "Former customer",
		email: "",
		img: "",
		review: review.review,
	});
	const otherReview = await shop.db
		.select()
		.from(reviews)
		.where(eq(reviews.userId, otherShopper.id))
		.get();
	expect(otherReview).toMatchObject({ name: otherShopper.name, email: otherShopper.email });
	const signup = await shop.fetch("/auth/signup", asJson({ ...shopper, password }));
	expect(signup.status, "the email is free again").toBe(200);
});

test.each([
	["without the password", { sure: "yes" }, 400, "Password is Required"],
	[
		"with a wrong password",
		{ password: "not this", sure: "yes" },
		400,
		errors.wrong_password.message,
	],
	["without checking the confirmation box", { password }, 400, "Check the box"],
	[
		"if another account is signed in",
		{ ...validFields, email: "other@example.com" },
		403,
		errors.account_changed.message,
	],
])("an account cannot be deleted %s", async (_, fields, status, message) => {
	const { shopper, order } = await createFixture();
	const response = await deleteOwnAccount(shopper, fields);
	expect(response.status).toBe(status);
	expect(await response.text()).toContain(message);
	expect(await accountExists(shopper)).toBe(true);
	expect(await shop.db.$count(orders, eq(orders.id, order))).toBe(1);
});

test("guessing the password on the deletion page counts against the login limit", async () => {
	const { shopper } = await createFixture({ password, isHashedQuickly: true });
	const statuses: number[] = [];
	// The limit's one-minute window may end once meanwhile.
	while (statuses.length < 25 && !statuses.includes(429)) {
		statuses.push((await deleteOwnAccount(shopper, { password: "guess", sure: "yes" })).status);
	}
	expect(statuses.slice(0, -1)).toEqual(Array(statuses.length - 1).fill(400));
	expect([statuses.at(-1), statuses.length > 10]).toEqual([429, true]);
	expect(shop.logs().join("\n")).toContain('"security":"re-authentication rejected"');
});

test("an account without a password can be deleted only within fifteen minutes of signing in", async () => {
	const { shopper } = await createFixture({});
	const setSessionAge = (minutes: number) =>
		shop.db
			.update(sessions)
			.set({ createdAt: new Date(Date.now() - minutes * 60_000) })
			.where(eq(sessions.userId, shopper.id));
	await setSessionAge(16);
	const lateResponse = await deleteOwnAccount(shopper, { sure: "yes" });
	expect(lateResponse.status).toBe(403);
	expect(await lateResponse.text()).toContain(errors.recent_sign_in_required.message);
	await setSessionAge(14);
	expect((await deleteOwnAccount(shopper, { sure: "yes" })).status).toBe(303);
	expect(await accountExists(shopper)).toBe(false);
});

test("an account cannot be deleted until the bank has processed its payment", async () => {
	const { product } = await createFixture();
	const checkout = createCheckout(shop, product);
	const { shopper, order, secret, intent } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret, "pm_card_processing");
	const fields = { sure: "yes" };
	const response = await deleteOwnAccount(shopper, fields);
	expect(response.status).toBe(409);
	expect(await response.text()).toContain(errors.payment_processing.message);
	expect(await accountExists(shopper)).toBe(true);
	await checkout.stripe.settlePayment(intent, "succeeded");
	expect((await deleteOwnAccount(shopper, fields)).status).toBe(303);
	expect(await checkout.readTransactionId(order)).toBe(intent);
	expect((await checkout.auditMoney()).lost).not.toContain(intent);
});

test("an admin cannot delete their own account, and the page signs them out like any page for shoppers", async () => {
	const admin = await createAdmin(shop, { password });
	const response = await deleteOwnAccount(admin, validFields);
	expect(response.headers.get("Location")).toContain("/login");
	expect(await accountExists(admin)).toBe(true);
});
