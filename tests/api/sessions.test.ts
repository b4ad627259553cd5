import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createSession } from "#worker/auth/sessions.ts";
import { accessTokens, sessions, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { validPassword } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the statuses of requests by cookie and by token: [200, 200] if the account is signed in. */
async function readStatuses({ email, fetch, fetchWithToken }: TestAccount): Promise<number[]> {
	const responses = await Promise.all(
		[fetch, fetchWithToken].map((send) => send(`/orders/${email}`)),
	);
	return responses.map(({ status }) => status);
}

const signedIn = [200, 200];
const signedOut = [401, 401];

test("signing out ends only the current session and its token", async () => {
	const account = await createAccount(shop);
	const otherSession = await createSession(shop.db, account.id);
	expect(await readStatuses(account)).toEqual(signedIn);
	const response = await account.fetch("/auth/logout", { method: "POST" });
	expect(response.headers.getSetCookie().join()).toContain("session=;");
	expect(await readStatuses(account)).toEqual(signedOut);
	const cookieInit = { headers: { Cookie: `session=${otherSession.token}` } };
	expect((await shop.fetch(`/orders/${account.email}`, cookieInit)).status).toBe(200);
});

test("a deleted user's session and token are invalid immediately", async () => {
	const [account, admin] = [await createAccount(shop), await createAdmin(shop)];
	expect(await readStatuses(account)).toEqual(signedIn);
	await admin.fetch(`/user/admin/${account.email}`, { method: "DELETE" });
	expect(await readStatuses(account)).toEqual(signedOut);
	const pageResponse = await account.fetch("/dashbord");
	expect(pageResponse.headers.get("Location")).toBe("/login?from=%2Fdashbord");
});

test("a role change ends the user's sessions", async () => {
	const [account, admin] = [await createAccount(shop), await createAdmin(shop)];
	await admin.fetch(`/user/admin/${account.email}`, { method: "PUT" });
	expect(await readStatuses(account)).toEqual(signedOut);
	const { token } = await createSession(shop.db, account.id);
	const cookieInit = { headers: { Cookie: `session=${token}` } };
	expect((await shop.fetch("/users", cookieInit)).status).toBe(200);
});

test("signing out one device or all other devices ends their sessions immediately", async () => {
	const account = await createAccount(shop);
	const signInAgain = async () => {
		const { id, token } = await createSession(shop.db, account.id, { device: "curl" });
		const headers = { Cookie: `session=${token}` };
		return { id, readStatus: async () => (await shop.fetch("/sessions", { headers })).status };
	};
	const [first, second, third] = [await signInAgain(), await signInAgain(), await signInAgain()];
	const readAllStatuses = () =>
		Promise.all([first, second, third].map(({ readStatus }) => readStatus()));
	expect(await readAllStatuses()).toEqual([200, 200, 200]);
	expect((await account.fetch(`/sessions/${first.id}`, { method: "DELETE" })).status).toBe(200);
	expect(await readAllStatuses()).toEqual([401, 200, 200]);
	expect((await account.fetchWithToken("/sessions", { method: "DELETE" })).status).toBe(200);
	expect(await readAllStatuses()).toEqual([401, 401, 401]);
	expect(await readStatuses(account)).toEqual(signedIn);
});

test("a session stores the device of its sign-in, but not its User-Agent header", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const userAgent = "Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0";
	const body = { email, password: validPassword };
	const { headers, ...init } = createJsonInit(body);
	const response = await shop.fetch("/auth/login", {
		...init,
		headers: { ...headers, "User-Agent": userAgent },
	});
	const cookies = response.headers.getSetCookie();
	const cookie = cookies.find((line) => line.startsWith("session="))?.split(";")[0] ?? "";
	const listResponse = await shop.fetch("/sessions", { headers: { Cookie: cookie } });
	expect(await listResponse.json()).toMatchObject([
		{ device: "Firefox on Windows", current: true },
		{ device: null, current: false },
	]);
	expect(JSON.stringify(await shop.db.select().from(sessions))).not.toContain("133.0");
});

test("the role is read from the database on each request", async () => {
	const admin = await createAdmin(shop);
	expect((await admin.fetch("/users")).status).toBe(200);
	await shop.db.update(users).set({ role: "shopper" }).where(eq(users.id, admin.id));
	expect((await admin.fetch("/users")).status).toBe(403);
	expect((await admin.fetchWithToken("/users")).status).toBe(403);
});

test("rejects an expired session and its token", async () => {
	const account = await createAccount(shop);
	const expiredValues = { expiresAt: new Date(Date.now() - 1) };
	await shop.db.update(sessions).set(expiredValues).where(eq(sessions.userId, account.id));
	expect(await readStatuses(account)).toEqual(signedOut);
});

test("rejects an expired token, but keeps its session valid", async () => {
	const account = await createAccount(shop);
	await shop.db.update(accessTokens).set({ expiresAt: new Date(Date.now() - 1) });
	expect(await readStatuses(account)).toEqual([200, 401]);
});

test("a token that was requested with another token expires with it, so a stolen token cannot be extended", async () => {
	const { id, email, token } = await createAccount(shop);
	const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, id));
	const sessionCondition = eq(accessTokens.sessionId, session?.id ?? "");
	const expiresAt = new Date(Date.now() + 60_000);
	await shop.db.update(accessTokens).set({ expiresAt }).where(sessionCondition);
	let currentToken = token;
	for (let renewal = 0; renewal < 3; renewal++) {
		const headers = { Authorization: `Bearer ${currentToken}` };
		const response = await shop.fetch(`/user/${email}`, { method: "PUT", headers });
		const next: { token: string } = await response.json();
		currentToken = next.token;
	}
	const rows = await shop.db.select().from(accessTokens).where(sessionCondition);
	expect(rows.map(({ expiresAt }) => expiresAt)).toEqual([
		expiresAt,
		expiresAt,
		expiresAt,
		expiresAt,
	]);
	await shop.db
		.update(accessTokens)
		.set({ expiresAt: new Date(0) })
		.where(sessionCondition);
	const headers = { Authorization: `Bearer ${currentToken}` };
	expect((await shop.fetch(`/user/${email}`, { method: "PUT", headers })).status).toBe(401);
});

test("rejects a revoked or forged token, whatever cookie the request has", async () => {
	const account = await createAccount(shop);
	await shop.db.delete(accessTokens);
	expect(await readStatuses(account)).toEqual([200, 401]);
	const headers = { Authorization: `Bearer ${"a".repeat(32)}` };
	expect((await account.fetch(`/orders/${account.email}`, { headers })).status).toBe(401);
});

test("the database stores only hashes of session secrets and tokens", async () => {
	const account = await createAccount(shop);
	const storedSessions = await shop.db
		.select()
		.from(sessions)
		.where(eq(sessions.userId, account.id));
	const storedTokens = await shop.db.select().from(accessTokens);
	for (const id of [...storedSessions, ...storedTokens].map((row) => row.id)) {
		const cookieInit = { headers: { Cookie: `session=${id}` } };
		expect((await shop.fetch(`/orders/${account.email}`, cookieInit)).status).toBe(401);
		const bearerInit = { headers: { Authorization: `Bearer ${id}` } };
		expect((await shop.fetch(`/orders/${account.email}`, bearerInit)).status).toBe(401);
	}
	expect(JSON.stringify([storedSessions, storedTokens])).not.toContain(account.session);
	expect(JSON.stringify([storedSessions, storedTokens])).not.toContain(account.token);
});

test("a session is extended only after fifteen days", async () => {
	const account = await createAccount(shop);
	const countRenewals = async (daysLeft: number) => {
		const expiresAt = new Date(Date.now() + daysLeft * dayMs);
		await shop.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, account.id));
		const cookies = (await account.fetch("/dashbord")).headers.getSetCookie();
		return cookies.filter((cookie) => cookie.startsWith("session=")).length;
	};
	expect(await countRenewals(16)).toBe(0);
	expect(await countRenewals(14)).toBe(1);
	const [session] = await shop.db.select().from(sessions).where(eq(sessions.userId, account.id));
	expect(Number(session?.expiresAt) - Date.now()).toBeGreaterThan(29 * dayMs);
});

test("signing in always starts a new session, whatever cookie the request had", async () => {
	const account = await createAccount(shop, { password: validPassword, useFastHash: true });
	const attackerSession = "a".repeat(32);
	const login = createJsonInit({ email: account.email, password: validPassword });
	const withCookie = (session: string) => ({
		...login,
		headers: { ...login.headers, Cookie: `session=${session}`, Origin: shop.url },
	});
	const response = await shop.fetch("/auth/login", withCookie(attackerSession));
	const cookie =
		response.headers.getSetCookie().find((header) => header.startsWith("session=")) ?? "";
	expect(cookie).toMatch(/^session=[a-z2-7]{32};/);
	expect(cookie).not.toContain(attackerSession);
	await shop.fetch("/auth/login", withCookie(account.session));
	expect(await readStatuses(account), "the request's session has ended").toEqual(signedOut);
});
