import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import type { GoogleProfile } from "#worker/auth/google.ts";
import { emailVerifications, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { signInWithGoogle } from "./google.ts";

const profile: GoogleProfile = {
	sub: "ada at Google",
	name: "Ada",
	email: "ada@example.com",
	isGoogleAuthoritative: true,
	emailVerified: true,
};

type User = typeof users.$inferInsert;

/** @param account - columns of the account with Ada's email; null for no account */
async function createFixture(account: Partial<User> | null) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const context = localShop.createContext(null);
	const { db } = context;
	const defaults = {
		id: "1",
		email: "ada@example.com",
		name: "Earlier Ada",
		role: "shopper",
	} as const;
	if (account) await db.insert(users).values({ ...defaults, ...account });
	const backgroundWork: (() => Promise<unknown>)[] = [];
	return {
		db,
		backgroundWork,
		signIn: (overrides: Partial<GoogleProfile> = {}) => {
			const waitUntil = (work: () => Promise<unknown>) => backgroundWork.push(work);
			return signInWithGoogle({ ...context, waitUntil }, { ...profile, ...overrides });
		},
		readUsers: () => db.select().from(users),
	};
}

const verified = { emailVerifiedAt: new Date(1) };
const profileData = { phone: "555" };
const password = { passwordHash: "hash" };

test.each([
	["has no account", null],
	["already has an account", verified],
])("an email that Google has not verified is rejected for a visitor who %s", async (_, account) => {
	const fixture = await createFixture(account);
	const before = await fixture.readUsers();
	const expectedError = { code: "google_email_unverified" };
	await expect(fixture.signIn({ emailVerified: false })).rejects.toMatchObject(expectedError);
	expect(await fixture.readUsers()).toEqual(before);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test("an email that the shop cannot use creates no account", async () => {
	const fixture = await createFixture(null);
	const expectedError = { code: "google_email_invalid" };
	await expect(fixture.signIn({ email: null })).rejects.toMatchObject(expectedError);
	expect(await fixture.readUsers()).toEqual([]);
});

test("a Google account signs in to its linked account even if Google sends another email", async () => {
	const fixture = await createFixture({ ...verified, googleSub: profile.sub });
	for (const overrides of [
		{},
		{ email: "other@example.com" },
		{ email: null, emailVerified: false },
	]) {
		expect(await fixture.signIn(overrides)).toMatchObject({
			account: { id: "1", email: "ada@example.com" },
		});
	}
	expect(await fixture.db.select().from(sessions)).toHaveLength(3);
});

test.each([
	["Ada", "Ada"],
	["", "ada@example.com"],
])("a sign-in with the Google name “%s” creates an account named “%s”", async (name, expected) => {
	const fixture = await createFixture(null);
	expect(await fixture.signIn({ name })).toMatchObject({
		account: { name: expected, role: "shopper" },
	});
	expect(await fixture.readUsers()).toMatchObject([
		{ googleSub: profile.sub, passwordHash: null, emailVerifiedAt: expect.any(Date) },
	]);
	expect(fixture.backgroundWork, "no verification email").toEqual([]);
});

test("if Google is not authoritative for the email, a new account must verify it", async () => {
	const fixture = await createFixture(null);
	await fixture.signIn({ isGoogleAuthoritative: false });
	expect(await fixture.readUsers()).toMatchObject([{ emailVerifiedAt: null }]);
	expect(fixture.backgroundWork, "the verification email").toHaveLength(1);
	expect(await fixture.db.select().from(emailVerifications)).toEqual([]);
	await fixture.signIn({ isGoogleAuthoritative: false });
	expect(fixture.backgroundWork, "no email the second time").toHaveLength(1);
});

test("linking a verified account changes nothing but its Google ID", async () => {
	const fixture = await createFixture({ ...verified, ...password, ...profileData });
	await fixture.db.insert(users).values({ id: "2", email: "bob@example.com", name: "Bob" });
	const before = await fixture.readUsers();
	expect(await fixture.signIn()).toMatchObject({ account: { id: "1" } });
	const withGoogleSub = (user: (typeof before)[number]) =>
		user.id === "1" ? { ...user, googleSub: profile.sub } : user;
	expect(await fixture.readUsers()).toEqual(before.map(withGoogleSub));
});

test.each<[string, Partial<User>, Partial<GoogleProfile>]>([
	[
		"is verified, but Google is not authoritative for its email",
		{ ...verified },
		{ isGoogleAuthoritative: false },
	],
	["has data and is not verified", { ...profileData }, {}],
	[
		"is not verified, and Google is not authoritative for its email",
		{},
		{ isGoogleAuthoritative: false },
	],
	["is an admin's and not verified", { role: "admin" }, {}],
])("requires the password if the account %s", async (_, row, overrides) => {
	const fixture = await createFixture({ ...row, ...password });
	const before = await fixture.readUsers();
	expect(await fixture.signIn(overrides)).toBeNull();
	expect(await fixture.readUsers()).toEqual(before);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each<[string, Partial<User>, Partial<GoogleProfile>, string]>([
	[
		"another Google account",
		{ ...verified, googleSub: "bob" },
		{},
		errors.google_account_mismatch.message,
	],
	[
		"another Google account and an unverified email",
		{ googleSub: "bob", ...password },
		{ isGoogleAuthoritative: false },
		errors.google_account_mismatch.message,
	],
	[
		"no password, and an email for which Google is not authoritative",
		{ ...verified },
		{ isGoogleAuthoritative: false },
		errors.google_password_required.message,
	],
])("rejects a sign-in to an account that has %s", async (_, row, overrides, message) => {
	const fixture = await createFixture(row);
	const before = await fixture.readUsers();
	await expect(fixture.signIn(overrides)).rejects.toMatchObject({ status: 403, message });
	expect(await fixture.readUsers()).toEqual(before);
});

test.each<[string, Partial<User>]>([
	["has a password but no data", { ...password }],
	["has data but no password", { ...profileData, googleSub: "bob" }],
])("takes over an unverified account without asking for a password if it %s", async (_, row) => {
	const fixture = await createFixture(row);
	expect(await fixture.signIn()).toMatchObject({ account: { id: "1", name: "Ada" } });
	expect(await fixture.db.select().from(users).where(eq(users.id, "1")).get()).toMatchObject({
		googleSub: profile.sub,
		passwordHash: null,
		phone: null,
		name: "Ada",
		emailVerifiedAt: expect.any(Date),
	});
});
