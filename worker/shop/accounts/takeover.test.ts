import { eq, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import * as schema from "#worker/db/schema.ts";
import {
	addresses,
	emailVerifications,
	images,
	orders,
	products,
	resetTokens,
	reviews,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { addAddress } from "../../../tests/support/addresses.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { listCustomerOrders } from "../orders/list.ts";
import { placeOrder } from "../orders/place.ts";
import { handOverAccount } from "./erase.ts";
import { signInWithGoogle, takeOverWithGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";

const passwordHash = await hashPassword("squatted");

/** Creates a squatter's unverified account with data in many tables, a paid order for 5 of 100 pieces, and an unpaid one for 10. */
async function createFixture(overrides: Partial<typeof users.$inferInsert> = {}) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const squatter = await localShop.addAccount();
	const isSquatter = eq(users.id, squatter.id);
	await db
		.update(users)
		.set({ passwordHash, img: "/images/a.png", phone: "666", emailVerifiedAt: null, ...overrides })
		.where(isSquatter);
	await createSession(db, squatter.id);
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: squatter.id, ...link });
	await db.insert(emailVerifications).values({ userId: squatter.id, ...link });
	const image = { key: "a.png", type: "image/png", bytes: 1 };
	await db.insert(images).values({ ...image, userId: squatter.id });
	const { id: userId, name, email } = squatter;
	await addAddress(localShop, userId);
	const content = { review: "Good.", ratings: "5", img: "/images/a.png" };
	await db.insert(reviews).values({ id: "review", userId, name, email, ...content });
	const productId = await localShop.addProduct(100);
	const place = (quantity: number) =>
		placeOrder(localShop.createContext({ ...squatter, role: "shopper" }), {
			productId,
			quantity,
			location: "Squat 1",
			phone: "666",
			idempotencyKey: null,
		});
	const paidOrderId = await place(5);
	const payment = { paidAt: new Date(), transactionId: "pi_1" };
	await db.update(orders).set(payment).where(eq(orders.id, paidOrderId));
	await place(10);
	const createContext = (beforeQuery?: QueryHook) => localShop.createContext(null, beforeQuery);
	const googleProfile = {
		sub: "owner",
		email,
		name: "Olga Owner",
		isGoogleAuthoritative: true,
		emailVerified: true,
	};
	const findUser = () => db.select().from(users).where(isSquatter).get();
	const readStock = async () => (await db.select().from(products).get())?.quantity;
	return {
		localShop,
		db,
		squatter,
		token,
		paidOrderId,
		place,
		createContext,
		googleProfile,
		findUser,
		readStock,
	};
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Expects none of the squatter's data in the account. The paid order remains, but only admins can see it. */
async function expectEmptied({
	localShop,
	db,
	squatter,
	paidOrderId,
	findUser,
	readStock,
}: Fixture) {
	const user = await findUser();
	expect(user).toMatchObject({ id: squatter.id, img: null, phone: null, role: "shopper" });
	expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
	expect(user?.name).not.toBe(squatter.name);
	expect(await db.select().from(orders).orderBy(orders.paidAt)).toMatchObject([
		{ state: "cancelled", userId: null },
		{ id: paidOrderId, state: "paid", userId: null, name: squatter.name, location: "Squat 1" },
	]);
	expect(await readStock(), "the unpaid order is restocked").toBe(95);
	expect(
		(await listCustomerOrders(localShop.createContext(squatter), squatter.email)).list,
	).toEqual([]);
	expect(await db.select().from(reviews)).toMatchObject([
		{ userId: null, name: "Former customer", email: "", img: "" },
	]);
	expect(await db.select().from(images).where(eq(images.key, "a.png"))).toMatchObject([
		{ userId: null },
	]);
	expect(await db.$count(addresses)).toBe(0);
	expect(await db.$count(emailVerifications)).toBe(0);
	expect(await db.$count(resetTokens)).toBe(0);
	return user;
}

test("the owner of an email who signs in with Google gets none of the account's data", async () => {
	const fixture = await createFixture();
	const { id: otherId } = await fixture.localShop.addAccount();
	const otherImage = { key: "b.png", type: "image/png", bytes: 1, userId: otherId };
	await fixture.db.insert(images).values(otherImage);
	await takeOverWithGoogle(fixture.createContext(), fixture.squatter, fixture.googleProfile);
	expect(await expectEmptied(fixture)).toMatchObject({
		name: "Olga Owner",
		passwordHash: null,
		googleSub: "owner",
	});
	expect(await fixture.db.$count(images, eq(images.userId, otherId)), "another account's").toBe(1);
	expect(await fixture.db.$count(sessions)).toBe(0);
	expect(await signInWithGoogle(fixture.createContext(), fixture.googleProfile)).toMatchObject({
		account: { id: fixture.squatter.id },
	});
});

test("taking over an account deletes or detaches everything that belonged to it", () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { statements } = handOverAccount(localShop.db, eq(users.id, "squatter"), {});
	const changeSql = statements.map((statement) => statement.toSQL().sql).join("\n");
	const tables = Object.values<unknown>(schema).flatMap((table) =>
		is(table, SQLiteTable) ? getTableConfig(table) : [],
	);
	const accountTables = tables.filter(({ foreignKeys }) =>
		foreignKeys.some((key) => key.reference().foreignTable === users),
	);
	const untouchedTables = accountTables.filter(({ name }) => !changeSql.includes(`"${name}"`));
	// Callers delete reset links, challenges expire after five minutes, and the other tables record what staff did.
	expect(untouchedTables.map(({ name }) => name)).toEqual([
		"reset_tokens",
		"passkey_challenges",
		"audit_log",
		"imports",
		"order_notes",
		"payment_links",
		"refund_requests",
		"stock_movements",
	]);
});

test("the owner of an email who resets the password gets none of the account's data", async () => {
	const fixture = await createFixture({ googleSub: "squatter" });
	await resetPassword(fixture.createContext(), fixture.token, "new password");
	const user = await expectEmptied(fixture);
	expect(user).toMatchObject({ name: fixture.squatter.email, googleSub: null });
	expect(user?.passwordHash).not.toBe(passwordHash);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test("an order placed during a takeover does not belong to the new owner", async () => {
	const fixture = await createFixture();
	let hasOrdered = false;
	const context = fixture.createContext(async (statements) => {
		if (hasOrdered || !statements.some((sql) => sql.startsWith('update "reviews"'))) return;
		hasOrdered = true;
		await fixture.place(1);
	});
	await takeOverWithGoogle(context, fixture.squatter, fixture.googleProfile);
	expect(hasOrdered).toBe(true);
	expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(0);
});

test("an owner who says that they created the account keeps everything except the sessions", async () => {
	const fixture = await createFixture();
	await resetPassword(fixture.createContext(), fixture.token, "new password", { keep: true });
	expect(await fixture.findUser()).toMatchObject({ name: fixture.squatter.name, phone: "666" });
	expect((await fixture.findUser())?.emailVerifiedAt).toBeInstanceOf(Date);
	expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(2);
	expect(await fixture.db.$count(orders, eq(orders.state, "unpaid"))).toBe(1);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each([
	["whose email is verified", { emailVerifiedAt: new Date() }],
	["of an admin", { role: "admin" as const }],
])("a reset does not erase the data of an account %s", async (_, overrides) => {
	const fixture = await createFixture(overrides);
	await resetPassword(fixture.createContext(), fixture.token, "new password");
	expect(await fixture.findUser()).toMatchObject({ name: fixture.squatter.name, phone: "666" });
	expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(2);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each([
	["whose email is verified", { emailVerifiedAt: new Date() }],
	["of an admin", { role: "admin" as const }],
])("a Google sign-in does not take over an account %s", async (_, overrides) => {
	const fixture = await createFixture(overrides);
	await takeOverWithGoogle(fixture.createContext(), fixture.squatter, fixture.googleProfile);
	expect(await fixture.findUser()).toMatchObject({
		name: fixture.squatter.name,
		googleSub: null,
		passwordHash,
	});
	expect(await fixture.db.$count(sessions)).toBe(1);
});

test("a Google sign-in does not erase the data of an account in use unless its password is entered", async () => {
	const fixture = await createFixture();
	expect(await signInWithGoogle(fixture.createContext(), fixture.googleProfile)).toBeNull();
	expect(await fixture.findUser()).toMatchObject({ googleSub: null, phone: "666" });
});

test.each([
	["an unverified account loses", null, null],
	["a verified account keeps", new Date(1), "earlier"],
] as const)(
	"after a reset %s its linked Google account",
	async (_, verifiedAt, expectedGoogleSub) => {
		const { token, findUser, createContext } = await createFixture({
			googleSub: "earlier",
			emailVerifiedAt: verifiedAt,
		});
		await resetPassword(createContext(), token, "new password", { keep: true });
		expect((await findUser())?.googleSub).toBe(expectedGoogleSub);
	},
);
