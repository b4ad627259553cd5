import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { sessions, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { getPendingLink, linkWithPassword, signLink, startEmpty } from "./google-link.ts";

const passwordHash = await hashPassword("right");
const otherHash = await hashPassword("changed meanwhile");

type User = typeof users.$inferInsert;
type Who = { ownsEmail?: boolean; isNamed?: boolean };

/** Google has named Ada, whose account asks for its password. */
async function createFixture(
	wish: Partial<User> = {},
	{ ownsEmail = true, isNamed = true }: Who = {},
) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const row = { id: "1", email: "ada@example.com", name: "Ada", phone: "555", passwordHash };
	await db.insert(users).values({ ...row, emailProvedAt: null, ...wish });
	const limited: [string, string][] = [];
	const shopOf = (watch?: Watcher) => {
		const shop = local.shopOf(null, watch);
		const env = new Proxy(shop.env, {
			get: (_, name) => {
				if (name === "GOOGLE_CLIENT_ID" || name === "GOOGLE_CLIENT_SECRET") return "google";
				if (typeof name !== "string" || !name.startsWith("LIMIT_")) return undefined;
				const limit = async ({ key }: { key: string }) => {
					limited.push([name, key]);
					return { success: true };
				};
				return { limit };
			},
		});
		return { ...shop, env };
	};
	const person = { sub: "google", email: row.email, name: "Ada at Google", ownsEmail };
	const link = isNamed
		? await signLink(shopOf(), { ...person, emailVerified: true }, "/tools")
		: undefined;
	const find = async () => (await db.select().from(users)).find(({ id }) => id === "1");
	return { db, shopOf, find, limited, link };
}

test("the right password links the account, verifies its email, and signs in", async () => {
	const fixture = await createFixture();
	const entered = await linkWithPassword(fixture.shopOf(), fixture.link, "right");
	expect(entered).toMatchObject({ account: { id: "1" }, from: "/tools" });
	const proved = { googleSub: "google", phone: "555", emailProvedAt: expect.any(Date) };
	expect(await fixture.find()).toMatchObject(proved);
	expect(await fixture.db.select().from(sessions)).toHaveLength(1);
	expect(fixture.limited).toEqual([
		["LIMIT_60", "loginAddress:192.0.2.1"],
		["LIMIT_10", "loginAccount:ada@example.com"],
	]);
});

test("where Google is not authoritative the email is not verified by linking", async () => {
	const fixture = await createFixture({}, { ownsEmail: false });
	await linkWithPassword(fixture.shopOf(), fixture.link, "right");
	expect(await fixture.find()).toMatchObject({ googleSub: "google", emailProvedAt: null });
});

test("the time of the first verification is kept", async () => {
	const fixture = await createFixture({ emailProvedAt: new Date(5) });
	await linkWithPassword(fixture.shopOf(), fixture.link, "right");
	expect(await fixture.find()).toMatchObject({ googleSub: "google", emailProvedAt: new Date(5) });
});

const other = { code: "google_account_mismatch" };

test("a wrong password links nothing", async () => {
	const fixture = await createFixture();
	const refused = { issues: [{ field: "password", message: errors.wrong_password.message }] };
	await expect(linkWithPassword(fixture.shopOf(), fixture.link, "wrong")).rejects.toMatchObject(
		refused,
	);
	expect(await fixture.find()).toMatchObject({ googleSub: null });
});

test("an account with another Google account is not linked to a second", async () => {
	const fixture = await createFixture({ googleSub: "earlier" });
	await expect(linkWithPassword(fixture.shopOf(), fixture.link, "right")).rejects.toMatchObject(
		other,
	);
	expect(await fixture.find()).toMatchObject({ googleSub: "earlier" });
});

test("a Google account that is linked to another account is not linked again, and signs in to that one", async () => {
	const fixture = await createFixture();
	await fixture.db
		.insert(users)
		.values({ id: "2", email: "bob@example.com", name: "Bob", googleSub: "google" });
	const { account } = await linkWithPassword(fixture.shopOf(), fixture.link, "right");
	expect(account.id).toBe("2");
	expect(await fixture.find()).toMatchObject({ googleSub: null });
});

test("a password that is changed while it is verified links nothing", async () => {
	const fixture = await createFixture();
	const changing: Watcher = async (statements) => {
		if (!statements.some((sql) => sql.startsWith('update "users"'))) return;
		await fixture.db.update(users).set({ passwordHash: otherHash });
	};
	await expect(
		linkWithPassword(fixture.shopOf(changing), fixture.link, "right"),
	).rejects.toMatchObject(other);
	expect(await fixture.find()).toMatchObject({ googleSub: null });
});

test("the owner of the email may empty the account unless it is verified or an admin's", async () => {
	const fixture = await createFixture();
	const page = { email: "ada@example.com", canStartEmpty: true };
	expect(await getPendingLink(fixture.shopOf(), fixture.link)).toEqual(page);
	expect(await startEmpty(fixture.shopOf(), fixture.link)).toMatchObject({
		account: { id: "1" },
		from: "/tools",
	});
	const emptied = { googleSub: "google", phone: null, passwordHash: null, name: "Ada at Google" };
	expect(await fixture.find()).toMatchObject(emptied);
});

test.each<[string, Partial<User>, Who]>([
	["the account is verified", { emailProvedAt: new Date() }, {}],
	["the account is an admin's", { role: "admin" }, {}],
	["the account has another email", { email: "bob@example.com" }, {}],
	["Google does not know the email's owner", {}, { ownsEmail: false }],
])("nobody starts empty where %s", async (_, wish, who) => {
	const fixture = await createFixture(wish, who);
	const before = await fixture.find();
	expect(await getPendingLink(fixture.shopOf(), fixture.link)).toMatchObject({
		canStartEmpty: false,
	});
	await expect(startEmpty(fixture.shopOf(), fixture.link)).rejects.toMatchObject(other);
	expect(await fixture.find()).toEqual(before);
});

test("without the signed cookie of the Google account nothing is linked", async () => {
	const fixture = await createFixture({}, { isNamed: false });
	const stale = { code: "google_expired" };
	expect(await getPendingLink(fixture.shopOf(), fixture.link)).toBeNull();
	await expect(linkWithPassword(fixture.shopOf(), fixture.link, "right")).rejects.toMatchObject(
		stale,
	);
	await expect(startEmpty(fixture.shopOf(), fixture.link)).rejects.toMatchObject(stale);
});
