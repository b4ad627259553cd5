import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import {
	getPendingLink,
	linkWithPassword,
	signGoogleLink,
	startWithEmptyAccount,
} from "./google-link.ts";

const passwordHash = await hashPassword("right");
const otherHash = await hashPassword("another");

type User = typeof users.$inferInsert;
type FixtureOptions = { isGoogleAuthoritative?: boolean; hasLink?: boolean };

/** Creates Ada's account and, unless `hasLink` is false, a pending link to her Google account. */
async function createFixture(
	overrides: Partial<User> = {},
	{ isGoogleAuthoritative = true, hasLink = true }: FixtureOptions = {},
) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const row = { id: "1", email: "ada@example.com", name: "Ada", phone: "555", passwordHash };
	await db.insert(users).values({ ...row, emailVerifiedAt: null, ...overrides });
	const checkedLimits: [string, string][] = [];
	const createShopContext = (beforeQuery?: QueryHook) => {
		const context = localShop.createContext(null, beforeQuery);
		const env = new Proxy(context.env, {
			get: (_, name) => {
				if (name === "GOOGLE_CLIENT_ID" || name === "GOOGLE_CLIENT_SECRET") return "google";
				if (typeof name !== "string" || !name.startsWith("LIMIT_")) return undefined;
				const limit = async ({ key }: { key: string }) => {
					checkedLimits.push([name, key]);
					return { success: true };
				};
				return { limit };
			},
		});
		return { ...context, env };
	};
	const profile = { sub: "google", email: row.email, name: "Ada at Google", isGoogleAuthoritative };
	const link = hasLink
		? await signGoogleLink(createShopContext(), { ...profile, emailVerified: true }, "/tools")
		: undefined;
	const findUser = async () => (await db.select().from(users)).find(({ id }) => id === "1");
	return { db, createShopContext, findUser, checkedLimits, link };
}

test("the right password links the account, verifies its email, and signs in", async () => {
	const fixture = await createFixture();
	const result = await linkWithPassword(fixture.createShopContext(), fixture.link, "right");
	expect(result).toMatchObject({ account: { id: "1" }, from: "/tools" });
	const linkedAccount = { googleSub: "google", phone: "555", emailVerifiedAt: expect.any(Date) };
	expect(await fixture.findUser()).toMatchObject(linkedAccount);
	expect(await fixture.db.select().from(sessions)).toHaveLength(1);
	expect(fixture.checkedLimits).toEqual([
		["LIMIT_60", "loginNetwork:192.0.2.1"],
		["LIMIT_10", "loginAccount:ada@example.com"],
	]);
});

test("linking does not verify the email if Google is not authoritative for it", async () => {
	const fixture = await createFixture({}, { isGoogleAuthoritative: false });
	await linkWithPassword(fixture.createShopContext(), fixture.link, "right");
	expect(await fixture.findUser()).toMatchObject({ googleSub: "google", emailVerifiedAt: null });
});

test("linking keeps the time at which the email was first verified", async () => {
	const fixture = await createFixture({ emailVerifiedAt: new Date(5) });
	await linkWithPassword(fixture.createShopContext(), fixture.link, "right");
	expect(await fixture.findUser()).toMatchObject({
		googleSub: "google",
		emailVerifiedAt: new Date(5),
	});
});

const mismatchError = { code: "google_account_mismatch" };

test("a wrong password links nothing", async () => {
	const fixture = await createFixture();
	const wrongPasswordError = {
		issues: [{ field: "password", message: errors.wrong_password.message }],
	};
	await expect(
		linkWithPassword(fixture.createShopContext(), fixture.link, "wrong"),
	).rejects.toMatchObject(wrongPasswordError);
	expect(await fixture.findUser()).toMatchObject({ googleSub: null });
});

test("an account that is linked to one Google account cannot be linked to a second one", async () => {
	const fixture = await createFixture({ googleSub: "earlier" });
	await expect(
		linkWithPassword(fixture.createShopContext(), fixture.link, "right"),
	).rejects.toMatchObject(mismatchError);
	expect(await fixture.findUser()).toMatchObject({ googleSub: "earlier" });
});

test("a Google account that is already linked signs in to its account and cannot be linked to another", async () => {
	const fixture = await createFixture();
	await fixture.db
		.insert(users)
		.values({ id: "2", email: "bob@example.com", name: "Bob", googleSub: "google" });
	const { account } = await linkWithPassword(fixture.createShopContext(), fixture.link, "right");
	expect(account.id).toBe("2");
	expect(await fixture.findUser()).toMatchObject({ googleSub: null });
});

test("linking fails if the password changes while it is being verified", async () => {
	const fixture = await createFixture();
	const changePassword: QueryHook = async (statements) => {
		if (!statements.some((sql) => sql.startsWith('update "users"'))) return;
		await fixture.db.update(users).set({ passwordHash: otherHash });
	};
	await expect(
		linkWithPassword(fixture.createShopContext(changePassword), fixture.link, "right"),
	).rejects.toMatchObject(mismatchError);
	expect(await fixture.findUser()).toMatchObject({ googleSub: null });
});

test("the owner of the email can take over an unverified account, which erases its data", async () => {
	const fixture = await createFixture();
	const expected = { email: "ada@example.com", canStartEmpty: true };
	expect(await getPendingLink(fixture.createShopContext(), fixture.link)).toEqual(expected);
	expect(await startWithEmptyAccount(fixture.createShopContext(), fixture.link)).toMatchObject({
		account: { id: "1" },
		from: "/tools",
	});
	const emptiedAccount = {
		googleSub: "google",
		phone: null,
		passwordHash: null,
		name: "Ada at Google",
	};
	expect(await fixture.findUser()).toMatchObject(emptiedAccount);
});

test.each<[string, Partial<User>, FixtureOptions]>([
	["the account is verified", { emailVerifiedAt: new Date() }, {}],
	["the account is an admin's", { role: "admin" }, {}],
	["the account has another email", { email: "bob@example.com" }, {}],
	["Google is not authoritative for the email", {}, { isGoogleAuthoritative: false }],
])("rejects the takeover if %s", async (_, overrides, options) => {
	const fixture = await createFixture(overrides, options);
	const before = await fixture.findUser();
	expect(await getPendingLink(fixture.createShopContext(), fixture.link)).toMatchObject({
		canStartEmpty: false,
	});
	await expect(
		startWithEmptyAccount(fixture.createShopContext(), fixture.link),
	).rejects.toMatchObject(mismatchError);
	expect(await fixture.findUser()).toEqual(before);
});

test("linking fails without a pending link", async () => {
	const fixture = await createFixture({}, { hasLink: false });
	const expiredError = { code: "google_expired" };
	expect(await getPendingLink(fixture.createShopContext(), fixture.link)).toBeNull();
	await expect(
		linkWithPassword(fixture.createShopContext(), fixture.link, "right"),
	).rejects.toMatchObject(expiredError);
	await expect(
		startWithEmptyAccount(fixture.createShopContext(), fixture.link),
	).rejects.toMatchObject(expiredError);
});
