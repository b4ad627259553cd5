import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import {
	emailVerifications,
	messages,
	orderEmails,
	orders,
	payments,
	sessions,
} from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { accountExists, createShoppers, deleteOwnAccount } from "../support/own-account.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

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

test("the data export contains all of the account's data, but no secrets and nothing from other accounts", async () => {
	const { product, shopper, otherShopper, orderId, review } = await createShoppers(shop);
	const message = { name: "N", subject: "other" as const, text: "Hello", email: shopper.email };
	await shop.db.insert(messages).values([
		{ ...message, id: `${shopper.id}-own`, userId: shopper.id },
		{ ...message, id: `${shopper.id}-signed-out` },
		{ ...message, id: `${shopper.id}-other`, userId: otherShopper.id },
	]);
	const quoteId = await addQuote(shop, { userId: shopper.id, productId: product.id });
	const response = await shopper.fetch("/dashbord/mydata");
	expect(response.status).toBe(200);
	expect(response.headers.get("Cache-Control")).toContain("no-store");
	expect(response.headers.get("Content-Disposition")).toBe(
		'attachment; filename="torque-tool-depot-my-data.json"',
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
	expect(data.orders).toMatchObject([{ id: orderId, quantity: 10, toolPriceCents: 1_250, email }]);
	expect(data.reviews).toMatchObject([{ id: review.id, review: review.review, email }]);
	expect(data.uploads).toMatchObject([{ address: `/images/${id}.png`, type: "image/png" }]);
	expect(data.messages.map((row) => row.id)).toEqual([`${id}-own`, `${id}-signed-out`]);
	expect(data.basket).toMatchObject([{ productId: product.id, quantity: 20, priceCents: 1_250 }]);
	const lines = [{ productId: product.id, quantity: 12 }];
	expect(data.savedLists).toMatchObject([{ name: "Brake jobs", isShared: true, lines }]);
	const offer = {
		validUntil: expect.any(String),
		lines: [{ quantity: 20, unitPriceCents: 1_100 }],
	};
	expect(data.quotes).toMatchObject([{ id: quoteId, ...offer }]);
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

test("the data export contains payments, refunds, emails, and viewed products, and deleting the account deletes the viewed products", async () => {
	const { shopper, orderId } = await createShoppers(shop);
	const refund = { status: "refunded" as const, refundedCents: 100, refundId: "re_1" };
	const payment = { id: "pi_own", orderId, amountCents: 12_500, updatedAt: new Date() };
	await shop.db.insert(payments).values({ ...payment, ...refund });
	const createdAt = new Date(1_700_000_000_000);
	await shop.db.insert(orderEmails).values({ orderId, kind: "receipt", createdAt });
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
	await shop.db.delete(orders).where(eq(orders.id, orderId));
	const countViewedLists = async () => ((await shop.env.VIEWED?.list())?.keys ?? []).length;
	const listCountBefore = await countViewedLists();
	await deleteOwnAccount(shopper, { password: validPassword, sure: "yes" }, headers);
	expect(await accountExists(shop, shopper)).toBe(false);
	await expect.poll(countViewedLists).toBe(listCountBefore - 1);
});

test("the data export contains every row once, even if it takes several reads", async () => {
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

test("the data export contains a stock alert that starts once the customer's email is verified", async () => {
	const shopper = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	const verification = { tokenHash: shopper.id, expiresAt: new Date(), tool: productId };
	await shop.db
		.insert(emailVerifications)
		.values({ userId: shopper.id, ...verification })
		.onConflictDoUpdate({ target: emailVerifications.userId, set: verification });
	const data: unknown = await (await shopper.fetch("/dashbord/mydata")).json();
	expect(data).toMatchObject({ stockWaits: [{ productId, startsOnceVerified: true }] });
});

test("the data export requires a login and allows five requests a minute", async () => {
	expect((await shop.fetch("/dashbord/mydata")).headers.get("Location")).toContain("/login");
	const admin = await createAdmin(shop);
	const statuses: number[] = [];
	// Up to twelve requests, because the limit's one-minute window may end once during the loop.
	while (statuses.length < 12 && !statuses.includes(429)) {
		statuses.push((await admin.fetch("/dashbord/mydata")).status);
	}
	expect([statuses.slice(0, 5), statuses.at(-1)]).toEqual([[200, 200, 200, 200, 200], 429]);
});
