import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import type { GooglePerson } from "#worker/auth/google.ts";
import { emailVerifications, sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { signInWithGoogle } from "./google.ts";

const person: GooglePerson = {
	...{ sub: "ada at Google", name: "Ada", email: "ada@example.com" },
	...{ ownsEmail: true, emailVerified: true },
};

type User = typeof users.$inferInsert;

/** A shop with one account of Ada's email. @param wish its row; null for no account */
async function createFixture(wish: Partial<User> | null) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const shop = local.shopOf(null);
	const { db } = shop;
	const row = {
		id: "1",
		email: "ada@example.com",
		name: "Ada of before",
		role: "shopper",
	} as const;
	if (wish) await db.insert(users).values({ ...row, ...wish });
	const works: (() => Promise<unknown>)[] = [];
	return {
		db,
		works,
		enter: (who: Partial<GooglePerson> = {}) => {
			const waitUntil = (work: () => Promise<unknown>) => works.push(work);
			return signInWithGoogle({ ...shop, waitUntil }, { ...person, ...who });
		},
		users: () => db.select().from(users),
	};
}

const proved = { emailProvedAt: new Date(1) };
const used = { phone: "555" };
const password = { passwordHash: "hash" };

test.each([
	["has no account", null],
	["has an account", proved],
])("an email that Google has not verified signs in nobody who %s", async (_, row) => {
	const fixture = await createFixture(row);
	const before = await fixture.users();
	const refused = { code: "google_email_unverified" };
	await expect(fixture.enter({ emailVerified: false })).rejects.toMatchObject(refused);
	expect(await fixture.users()).toEqual(before);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test("an email that the shop cannot use makes no account", async () => {
	const fixture = await createFixture(null);
	const refused = { code: "google_email_invalid" };
	await expect(fixture.enter({ email: null })).rejects.toMatchObject(refused);
	expect(await fixture.users()).toEqual([]);
});

test("a linked account is signed in to by Google's id, whatever email Google sends", async () => {
	const fixture = await createFixture({ ...proved, googleSub: person.sub });
	for (const who of [{}, { email: "other@example.com" }, { email: null, emailVerified: false }]) {
		expect(await fixture.enter(who)).toMatchObject({
			account: { id: "1", email: "ada@example.com" },
		});
	}
	expect(await fixture.db.select().from(sessions)).toHaveLength(3);
});

test.each([
	["Ada", "Ada"],
	["", "ada@example.com"],
])("Google's name “%s” makes an account of the name “%s”", async (name, expected) => {
	const fixture = await createFixture(null);
	expect(await fixture.enter({ name })).toMatchObject({
		account: { name: expected, role: "shopper" },
	});
	expect(await fixture.users()).toMatchObject([
		{ googleSub: person.sub, passwordHash: null, emailProvedAt: expect.any(Date) },
	]);
	expect(fixture.works, "nobody is asked to verify the address").toEqual([]);
});

test("where Google is not authoritative, the new account's email has to be verified", async () => {
	const fixture = await createFixture(null);
	await fixture.enter({ ownsEmail: false });
	expect(await fixture.users()).toMatchObject([{ emailProvedAt: null }]);
	expect(fixture.works, "the mail with the link").toHaveLength(1);
	expect(await fixture.db.select().from(emailVerifications)).toEqual([]);
	await fixture.enter({ ownsEmail: false });
	expect(fixture.works, "the second time no mail").toHaveLength(1);
});

test("a verified account without Google is linked, and nothing else of it changes", async () => {
	const fixture = await createFixture({ ...proved, ...password, ...used });
	await fixture.db.insert(users).values({ id: "2", email: "bob@example.com", name: "Bob" });
	const before = await fixture.users();
	expect(await fixture.enter()).toMatchObject({ account: { id: "1" } });
	const linked = (user: (typeof before)[number]) =>
		user.id === "1" ? { ...user, googleSub: person.sub } : user;
	expect(await fixture.users()).toEqual(before.map(linked));
});

test.each<[string, Partial<User>, Partial<GooglePerson>]>([
	[
		"is verified, of a company's mail that Google does not know",
		{ ...proved },
		{ ownsEmail: false },
	],
	["is in use and not verified", { ...used }, {}],
	["is not verified, and Google does not know its owner", {}, { ownsEmail: false }],
	["is an admin's and not verified", { role: "admin" }, {}],
])("the password is asked for where the account %s", async (_, row, who) => {
	const fixture = await createFixture({ ...row, ...password });
	const before = await fixture.users();
	expect(await fixture.enter(who)).toBeNull();
	expect(await fixture.users()).toEqual(before);
	expect(await fixture.db.$count(sessions)).toBe(0);
});

test.each<[string, Partial<User>, Partial<GooglePerson>, string]>([
	[
		"another Google account",
		{ ...proved, googleSub: "bob" },
		{},
		errors.google_account_mismatch.message,
	],
	[
		"another Google account, unverified,",
		{ googleSub: "bob", ...password },
		{ ownsEmail: false },
		errors.google_account_mismatch.message,
	],
	[
		"no password to ask for",
		{ ...proved },
		{ ownsEmail: false },
		errors.google_password_required.message,
	],
])("an account that has %s is not signed in to", async (_, row, who, message) => {
	const fixture = await createFixture(row);
	const before = await fixture.users();
	await expect(fixture.enter(who)).rejects.toMatchObject({ status: 403, message });
	expect(await fixture.users()).toEqual(before);
});

test.each<[string, Partial<User>]>([
	["has a password and is not used", { ...password }],
	["is used and has no password", { ...used, googleSub: "bob" }],
])("an unverified account that %s becomes its owner's at once", async (_, row) => {
	const fixture = await createFixture(row);
	expect(await fixture.enter()).toMatchObject({ account: { id: "1", name: "Ada" } });
	expect(await fixture.db.select().from(users).where(eq(users.id, "1")).get()).toMatchObject({
		...{ googleSub: person.sub, passwordHash: null, phone: null, name: "Ada" },
		emailProvedAt: expect.any(Date),
	});
});
