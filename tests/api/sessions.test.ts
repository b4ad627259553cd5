import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createAccessToken, createSession } from "#worker/auth/sessions.ts";
import { accessTokens, resetTokens, sessions, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { readResetToken } from "../support/emails.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const day = 24 * 60 * 60 * 1000;

/** @returns what the account is answered by cookie and by token: [200, 200] while it is signed in */
async function knock({ email, fetch, fetchWithToken }: TestAccount): Promise<number[]> {
	const answers = await Promise.all(
		[fetch, fetchWithToken].map((send) => send(`/orders/${email}`)),
	);
	return answers.map(({ status }) => status);
}

const signedIn = [200, 200];
const signedOut = [401, 401];

test("signing out ends the session and the token made in it, and no other session", async () => {
	const account = await createAccount(shop);
	const elsewhere = await createSession(shop.db, account.id);
	expect(await knock(account)).toEqual(signedIn);
	const response = await account.fetch("/auth/logout", { method: "POST" });
	expect(response.headers.getSetCookie().join()).toContain("session=;");
	expect(await knock(account)).toEqual(signedOut);
	const cookie = { headers: { Cookie: `session=${elsewhere.token}` } };
	expect((await shop.fetch(`/orders/${account.email}`, cookie)).status).toBe(200);
});

test("a deleted user's session and token are invalid at once", async () => {
	const [account, admin] = [await createAccount(shop), await createAdmin(shop)];
	expect(await knock(account)).toEqual(signedIn);
	await admin.fetch(`/user/admin/${account.email}`, { method: "DELETE" });
	expect(await knock(account)).toEqual(signedOut);
	const page = await account.fetch("/dashbord");
	expect(page.headers.get("Location")).toBe("/login?from=%2Fdashbord");
});

test("a role change ends the user's sessions: nobody continues with the old role", async () => {
	const [account, admin] = [await createAccount(shop), await createAdmin(shop)];
	await admin.fetch(`/user/admin/${account.email}`, { method: "PUT" });
	expect(await knock(account)).toEqual(signedOut);
	const { token } = await createSession(shop.db, account.id);
	const cookie = { headers: { Cookie: `session=${token}` } };
	expect((await shop.fetch("/users", cookie)).status).toBe(200);
});

test("the role is read from the database on each request", async () => {
	const admin = await createAdmin(shop);
	expect((await admin.fetch("/users")).status).toBe(200);
	await shop.db.update(users).set({ role: "shopper" }).where(eq(users.id, admin.id));
	expect((await admin.fetch("/users")).status).toBe(403);
	expect((await admin.fetchWithToken("/users")).status).toBe(403);
});

test("an expired session is refused, and so is its token", async () => {
	const account = await createAccount(shop);
	const over = { expiresAt: new Date(Date.now() - 1) };
	await shop.db.update(sessions).set(over).where(eq(sessions.userId, account.id));
	expect(await knock(account)).toEqual(signedOut);
});

test("an expired token is refused; its session stays valid", async () => {
	const account = await createAccount(shop);
	await shop.db.update(accessTokens).set({ expiresAt: new Date(Date.now() - 1) });
	expect(await knock(account)).toEqual([200, 401]);
});

test("a token requested with a token expires with it: a stolen one cannot be extended", async () => {
	const { id, email, token } = await createAccount(shop);
	const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id));
	const ofSession = eq(accessTokens.sessionId, session?.id ?? "");
	const end = new Date(Date.now() + 60_000);
	await shop.db.update(accessTokens).set({ expiresAt: end }).where(ofSession);
	let bearer = token;
	for (let turn = 0; turn < 3; turn++) {
		const headers = { Authorization: `Bearer ${bearer}` };
		const response = await shop.fetch(`/user/${email}`, { method: "PUT", headers });
		const next: { token: string } = await response.json();
		bearer = next.token;
	}
	const ends = await shop.db.select().from(accessTokens).where(ofSession);
	expect(ends.map(({ expiresAt }) => expiresAt)).toEqual([end, end, end, end]);
	await shop.db
		.update(accessTokens)
		.set({ expiresAt: new Date(0) })
		.where(ofSession);
	const headers = { Authorization: `Bearer ${bearer}` };
	expect((await shop.fetch(`/user/${email}`, { method: "PUT", headers })).status).toBe(401);
});

test("a session keeps its newest ten tokens", async () => {
	const { id, email, fetch, fetchWithToken } = await createAccount(shop);
	const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id));
	const ask = async () => {
		const response: { token: string } = await (
			await fetch(`/user/${email}`, { method: "PUT" })
		).json();
		return response.token;
	};
	const tokens: string[] = [];
	for (let asked = 0; asked < 10; asked++) tokens.push(await ask());
	expect(await shop.db.$count(accessTokens, eq(accessTokens.sessionId, session?.id ?? ""))).toBe(
		10,
	);
	for (const token of tokens) {
		const headers = { Authorization: `Bearer ${token}` };
		expect((await shop.fetch(`/admin/${email}`, { headers })).status).toBe(200);
	}
	expect((await fetchWithToken(`/admin/${email}`)).status, "the eleventh newest").toBe(401);
});

test("a revoked or forged token is refused, whatever cookie comes with it", async () => {
	const account = await createAccount(shop);
	await shop.db.delete(accessTokens);
	expect(await knock(account)).toEqual([200, 401]);
	const headers = { Authorization: `Bearer ${"a".repeat(32)}` };
	expect((await account.fetch(`/orders/${account.email}`, { headers })).status).toBe(401);
});

test("the database stores only hashes of session secrets and tokens", async () => {
	const account = await createAccount(shop);
	const stored = await shop.db.select().from(sessions).where(eq(sessions.userId, account.id));
	const tokens = await shop.db.select().from(accessTokens);
	for (const id of [...stored, ...tokens].map((row) => row.id)) {
		const cookie = { headers: { Cookie: `session=${id}` } };
		expect((await shop.fetch(`/orders/${account.email}`, cookie)).status).toBe(401);
		const bearer = { headers: { Authorization: `Bearer ${id}` } };
		expect((await shop.fetch(`/orders/${account.email}`, bearer)).status).toBe(401);
	}
	expect(JSON.stringify([stored, tokens])).not.toContain(account.session);
	expect(JSON.stringify([stored, tokens])).not.toContain(account.token);
});

test("a session is extended after fifteen days, and not before", async () => {
	const account = await createAccount(shop);
	const renewals = async (left: number) => {
		const expiresAt = new Date(Date.now() + left * day);
		await shop.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, account.id));
		const cookies = (await account.fetch("/dashbord")).headers.getSetCookie();
		return cookies.filter((cookie) => cookie.startsWith("session=")).length;
	};
	expect(await renewals(16)).toBe(0);
	expect(await renewals(14)).toBe(1);
	const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, account.id));
	expect(Number(session?.expiresAt) - Date.now()).toBeGreaterThan(29 * day);
});

test("a session ends ninety days after signing in, however often it is used", async () => {
	const account = await createAccount(shop);
	const setBegin = (daysAgo: number) =>
		shop.db
			.update(sessions)
			.set({
				createdAt: new Date(Date.now() - daysAgo * day),
				expiresAt: new Date(Date.now() + 3 * day),
			})
			.where(eq(sessions.userId, account.id));
	const daysLeft = async () => {
		expect((await account.fetch("/dashbord")).status).toBe(200);
		const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, account.id));
		return Math.round((Number(session?.expiresAt) - Date.now()) / day);
	};
	await setBegin(80);
	expect(await daysLeft()).toBe(10);
	await setBegin(88);
	expect(await daysLeft(), "never earlier than it would have expired").toBe(3);
});

test("a new password signs out everywhere; its link works once, and only the newest", async () => {
	const account = await createAccount(shop, { password: "the old one" });
	const elsewhere = await createSession(shop.db, account.id);
	const elsewhereToken = await createAccessToken(shop.db, elsewhere.id);
	const forgot = () => shop.fetch("/auth/forgot", asJson({ email: account.email }));
	await forgot();
	const first = await readResetToken(shop, account.email);
	await shop.db
		.update(resetTokens)
		.set({ expiresAt: new Date(Date.now() + 29 * 60_000) })
		.where(eq(resetTokens.userId, account.id));
	await forgot();
	await expect.poll(() => readResetToken(shop, account.email)).not.toBe(first);
	const newest = await readResetToken(shop, account.email);
	const reset = async (token: string) =>
		(await shop.fetch("/auth/reset", asJson({ token, password: "the new one" }))).status;
	expect(await reset(first)).toBe(400);
	expect(await knock(account)).toEqual(signedIn);
	const statuses = await Promise.all([reset(newest), reset(newest)]);
	expect(statuses.sort()).toEqual([200, 400]);
	expect(await knock(account)).toEqual(signedOut);
	const bearer = { headers: { Authorization: `Bearer ${elsewhereToken}` } };
	expect((await shop.fetch(`/orders/${account.email}`, bearer)).status).toBe(401);
	const login = async (password: string) =>
		(await shop.fetch("/auth/login", asJson({ email: account.email, password }))).status;
	expect([await login("the old one"), await login("the new one")]).toEqual([401, 200]);
});

test("a link that is older than an hour sets no password", async () => {
	const account = await createAccount(shop, { password: "the old one" });
	await shop.fetch("/auth/forgot", asJson({ email: account.email }));
	const token = await readResetToken(shop, account.email);
	await shop.env.DB.prepare("UPDATE reset_tokens SET expires_at = ?")
		.bind(Date.now() - 1)
		.run();
	const response = await shop.fetch("/auth/reset", asJson({ token, password: "the new one" }));
	expect(response.status).toBe(400);
	expect(await knock(account)).toEqual(signedIn);
});

test("signing in always starts a new session, whatever cookie the request had", async () => {
	const account = await createAccount(shop, { password: "a password" });
	const planted = "a".repeat(32);
	const login = asJson({ email: account.email, password: "a password" });
	const withCookie = (session: string) => ({
		...login,
		headers: { ...login.headers, Cookie: `session=${session}`, Origin: shop.url },
	});
	const response = await shop.fetch("/auth/login", withCookie(planted));
	const cookie = response.headers.getSetCookie().find((each) => each.startsWith("session=")) ?? "";
	expect(cookie).toMatch(/^session=[a-z2-7]{32};/);
	expect(cookie).not.toContain(planted);
	await shop.fetch("/auth/login", withCookie(account.session));
	expect(await knock(account), "the session they came with has ended").toEqual(signedOut);
});
