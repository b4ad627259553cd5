import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	emailVerifications,
	images,
	orders,
	products,
	resetTokens,
	reviews,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { listOrdersOf } from "../orders/list.ts";
import { placeOrder } from "../orders/place.ts";
import { signInWithGoogle, takeOverByGoogle } from "./google.ts";
import { resetPassword } from "./reset.ts";

const passwordHash = await hashPassword("squatted");
const slow = { timeout: 60_000 };

/** An account with everything that somebody may leave in one: a paid order of 5 pieces of 100, an unpaid one of 10. */
async function createFixture(wish: Partial<typeof users.$inferInsert> = {}) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const squatter = await local.addAccount();
	const owned = eq(users.id, squatter.id);
	await db
		.update(users)
		.set({ passwordHash, img: "/images/a.png", phone: "666", emailProvedAt: null, ...wish })
		.where(owned);
	await createSession(db, squatter.id);
	const token = createToken();
	const link = { tokenHash: await hashToken(token), expiresAt: new Date(Date.now() + 60_000) };
	await db.insert(resetTokens).values({ userId: squatter.id, ...link });
	await db.insert(emailVerifications).values({ userId: squatter.id, ...link });
	const image = { key: "a.png", type: "image/png", bytes: 1 };
	await db.insert(images).values({ ...image, userId: squatter.id });
	const { id: userId, name, email } = squatter;
	const text = { review: "Good.", ratings: "5", img: "/images/a.png" };
	await db.insert(reviews).values({ id: "review", userId, name, email, ...text });
	const productId = await local.addProduct(100);
	const place = (quantity: number) =>
		placeOrder(local.shopOf({ ...squatter, role: "shopper" }), {
			...{ productId, quantity, location: "Squat 1", phone: "666" },
			idempotencyKey: null,
		});
	const paid = await place(5);
	const payment = { paidAt: new Date(), transactionId: "pi_1" };
	await db.update(orders).set(payment).where(eq(orders.id, paid));
	await place(10);
	const shopOf = (watch?: Watcher) => local.shopOf(null, watch);
	const person = { sub: "owner", email, name: "Olga Owner", ownsEmail: true, emailVerified: true };
	const findUser = () => db.select().from(users).where(owned).get();
	const stock = async () => (await db.select().from(products).get())?.quantity;
	return { local, db, squatter, token, paid, place, shopOf, person, findUser, stock };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Nothing of the squatter is the account's: the shop keeps the paid order, and shows it to admins alone. */
async function expectEmptied({ local, db, squatter, paid, findUser, stock }: Fixture) {
	const user = await findUser();
	expect(user).toMatchObject({ id: squatter.id, img: null, phone: null, role: "shopper" });
	expect(user?.emailProvedAt).toBeInstanceOf(Date);
	expect(user?.name).not.toBe(squatter.name);
	expect(await db.select().from(orders).orderBy(orders.paidAt)).toMatchObject([
		{ state: "cancelled", userId: null },
		{ id: paid, state: "paid", userId: null, name: squatter.name, location: "Squat 1" },
	]);
	expect(await stock(), "the unpaid order's pieces are back").toBe(95);
	expect((await listOrdersOf(local.shopOf(squatter), squatter.email)).list).toEqual([]);
	expect(await db.select().from(reviews)).toMatchObject([
		{ userId: null, name: "Former customer", email: "", img: "" },
	]);
	expect(await db.select().from(images)).toMatchObject([{ userId: null }]);
	expect(await db.$count(emailVerifications)).toBe(0);
	expect(await db.$count(resetTokens)).toBe(0);
	return user;
}

test(
	"an email's owner who signs in with Google keeps nothing of the account that had used it",
	slow,
	async () => {
		const fixture = await createFixture();
		await takeOverByGoogle(fixture.shopOf(), fixture.squatter, fixture.person);
		expect(await expectEmptied(fixture)).toMatchObject({
			name: "Olga Owner",
			passwordHash: null,
			googleSub: "owner",
		});
		expect(await fixture.db.$count(sessions)).toBe(0);
		expect(await signInWithGoogle(fixture.shopOf(), fixture.person)).toMatchObject({
			account: { id: fixture.squatter.id },
		});
	},
);

test(
	"an email's owner who sets a password by mail keeps nothing of the account either",
	slow,
	async () => {
		const fixture = await createFixture({ googleSub: "squatter" });
		await resetPassword(fixture.shopOf(), fixture.token, "new password");
		const user = await expectEmptied(fixture);
		expect(user).toMatchObject({ name: fixture.squatter.email, googleSub: null });
		expect(user?.passwordHash).not.toBe(passwordHash);
		expect(await fixture.db.$count(sessions)).toBe(0);
	},
);

test(
	"an order that is placed while an account is taken over is not the owner's",
	slow,
	async () => {
		const fixture = await createFixture();
		let met = false;
		const shop = fixture.shopOf(async (statements) => {
			if (met || !statements.some((sql) => sql.startsWith('update "reviews"'))) return;
			met = true;
			await fixture.place(1);
		});
		await takeOverByGoogle(shop, fixture.squatter, fixture.person);
		expect(met).toBe(true);
		expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(0);
	},
);

test("an owner who made the account keeps all of it but the sessions", slow, async () => {
	const fixture = await createFixture();
	await resetPassword(fixture.shopOf(), fixture.token, "new password", { keep: true });
	expect(await fixture.findUser()).toMatchObject({ name: fixture.squatter.name, phone: "666" });
	expect((await fixture.findUser())?.emailProvedAt).toBeInstanceOf(Date);
	expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(2);
	expect(await fixture.db.$count(orders, eq(orders.state, "unpaid"))).toBe(1);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each([
	["whose email is verified", { emailProvedAt: new Date() }],
	["of an admin", { role: "admin" as const }],
])("a new password empties no account %s", slow, async (_, wish) => {
	const fixture = await createFixture(wish);
	await resetPassword(fixture.shopOf(), fixture.token, "new password");
	expect(await fixture.findUser()).toMatchObject({ name: fixture.squatter.name, phone: "666" });
	expect(await fixture.db.$count(orders, eq(orders.userId, fixture.squatter.id))).toBe(2);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each([
	["whose email is verified", { emailProvedAt: new Date() }],
	["of an admin", { role: "admin" as const }],
])("Google takes over no account %s", slow, async (_, wish) => {
	const fixture = await createFixture(wish);
	await takeOverByGoogle(fixture.shopOf(), fixture.squatter, fixture.person);
	expect(await fixture.findUser()).toMatchObject({
		name: fixture.squatter.name,
		googleSub: null,
		passwordHash,
	});
	expect(await fixture.db.$count(sessions)).toBe(1);
});

test("an account in use is not emptied before its password was asked for", slow, async () => {
	const fixture = await createFixture();
	expect(await signInWithGoogle(fixture.shopOf(), fixture.person)).toBeNull();
	expect(await fixture.findUser()).toMatchObject({ googleSub: null, phone: "666" });
});

test.each([
	["an unverified account loses", null, null],
	["a verified account keeps", new Date(1), "earlier"],
] as const)("by a reset %s the Google account that was linked to it", slow, async (_, at, kept) => {
	const { token, findUser, shopOf } = await createFixture({
		googleSub: "earlier",
		emailProvedAt: at,
	});
	await resetPassword(shopOf(), token, "new password", { keep: true });
	expect((await findUser())?.googleSub).toBe(kept);
});
