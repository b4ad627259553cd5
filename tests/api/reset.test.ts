import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { requiredMessages, success } from "#contract/messages.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { resetTokens, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { asPassword, otherPassword, validPassword } from "../support/passwords.ts";
import { sendRaw } from "../support/raw-http.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

type Email = { to: string; from: string; subject: string; text: string; html: string };

async function readEmailsTo(email: string): Promise<Email[]> {
	return (await shop.sandbox(`/__sandbox/email.json?${new URLSearchParams({ to: email })}`)).json();
}

const findToken = ({ text }: Email) => /reset-password\?token=([a-z2-7]{32})/.exec(text)?.[1] ?? "";

const requestLink = (email: string) => shop.fetch("/auth/forgot", createJsonInit({ email }));
const resetPassword = (token: string, password: string) =>
	shop.fetch("/auth/reset", createJsonInit({ token, password }));
const logIn = (email: string, password: string) =>
	shop.fetch("/auth/login", createJsonInit({ email, password }));

/** Requests a reset link, waits until there are `emailCount` emails, and returns the token in the newest. */
async function requestToken(email: string, emailCount = 1): Promise<string> {
	expect((await requestLink(email)).status).toBe(200);
	const [newestEmail] = await vi.waitFor(async () => {
		const emails = await readEmailsTo(email);
		expect(emails).toHaveLength(emailCount);
		return emails;
	});
	if (!newestEmail) throw new Error("no email");
	return findToken(newestEmail);
}

test("the link in the reset email sets a new password and ends every session", async () => {
	const password = validPassword;
	const account = await createAccount(shop, { password, useFastHash: true });
	const { email } = account;
	const otherSession = await createSession(shop.db, account.id);
	const token = await requestToken(email);
	const response = await resetPassword(token, otherPassword);
	expect([response.status, await response.json()]).toEqual([
		200,
		{ message: success.passwordChanged },
	]);
	expect((await logIn(email, password)).status).toBe(401);
	expect((await logIn(email, otherPassword)).status).toBe(200);
	expect((await account.fetch(`/admin/${email}`)).status).toBe(401);
	expect((await account.fetchWithToken(`/admin/${email}`)).status).toBe(401);
	const otherSessionInit = { headers: { Cookie: `session=${otherSession.token}` } };
	expect((await shop.fetch(`/admin/${email}`, otherSessionInit)).status).toBe(401);
	const user = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
	expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
});

test("the reset email links to the shop and contains nothing that the user typed", async () => {
	const { email, name } = await createAccount(shop, { name: "Win http://evil.example now" });
	const token = await requestToken(email);
	expect(token).toMatch(/^[a-z2-7]{32}$/);
	const [receivedEmail] = await readEmailsTo(email);
	expect(receivedEmail).toMatchObject({
		to: email,
		from: "Torque Tool Depot <orders@torquetooldepot.example>",
		subject: "Choose a new password for Torque Tool Depot",
	});
	expect(receivedEmail?.text).toContain(`${shop.env.SHOP_ORIGIN}/reset-password?token=${token}`);
	expect(receivedEmail?.html).toContain(
		`href="${shop.env.SHOP_ORIGIN}/reset-password?token=${token}"`,
	);
	expect(receivedEmail?.text).not.toContain(name);
	expect(receivedEmail?.html).not.toContain("evil.example");
});

test("the reset email links to the shop, whatever host the request has", async () => {
	const { email } = await createAccount(shop);
	const body = JSON.stringify({ email });
	const head = [
		"POST /auth/forgot HTTP/1.1",
		"Host: evil.example",
		// Miniflare passes this header to the Worker as the URL of the request.
		"MF-Original-URL: http://evil.example/auth/forgot",
		"Content-Type: application/json",
		`Content-Length: ${body.length}`,
	];
	expect((await sendRaw(shop.url, head, body)).status).toBe(200);
	await vi.waitFor(async () => expect(await readEmailsTo(email)).toHaveLength(1));
	const [receivedEmail] = await readEmailsTo(email);
	expect(receivedEmail?.text).toContain(`${shop.env.SHOP_ORIGIN}/reset-password?token=`);
	expect(`${receivedEmail?.text}${receivedEmail?.html}`).not.toContain("evil.example");
});

test("a reset link works only once, even if it is used twice at the same time", async () => {
	const { email } = await createAccount(shop);
	const token = await requestToken(email);
	const responses = await Promise.all([
		resetPassword(token, otherPassword),
		resetPassword(token, asPassword("secret3")),
	]);
	expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
	const lateResponse = await resetPassword(token, asPassword("secret4"));
	expect([lateResponse.status, await lateResponse.json()]).toEqual([
		400,
		{
			message: errors.reset_link_expired.message,
			code: "reset_link_expired",
			issues: [{ field: "token", message: errors.reset_link_expired.message }],
		},
	]);
});

test("a new reset link replaces the first, but only after half an hour", async () => {
	const { email, id } = await createAccount(shop);
	const firstToken = await requestToken(email);
	expect(await requestToken(email)).toBe(firstToken);
	await shop.db
		.update(resetTokens)
		.set({ expiresAt: new Date(Date.now() + 29 * 60_000) })
		.where(eq(resetTokens.userId, id));
	const secondToken = await requestToken(email, 2);
	expect((await resetPassword(firstToken, otherPassword)).status).toBe(400);
	expect((await resetPassword(secondToken, otherPassword)).status).toBe(200);
});

test("a reset link is valid for an hour", async () => {
	const { email, id, fetch } = await createAccount(shop);
	const token = await requestToken(email);
	const row = await shop.db.select().from(resetTokens).where(eq(resetTokens.userId, id)).get();
	const lifetimeMs = (row?.expiresAt.getTime() ?? 0) - Date.now();
	expect(lifetimeMs).toBeGreaterThan(55 * 60_000);
	expect(lifetimeMs).toBeLessThanOrEqual(60 * 60_000);
	await shop.db
		.update(resetTokens)
		.set({ expiresAt: new Date(Date.now() - 1) })
		.where(eq(resetTokens.userId, id));
	expect((await resetPassword(token, otherPassword)).status).toBe(400);
	expect((await fetch(`/admin/${email}`)).status, "no session has ended").toBe(200);
});

test("a reset link is valid for at most an hour even if the clock was set back", async () => {
	const { email, id } = await createAccount(shop);
	const token = await requestToken(email);
	const setExpiry = (expiresAt: Date) =>
		shop.db.update(resetTokens).set({ expiresAt }).where(eq(resetTokens.userId, id));
	await setExpiry(new Date(Date.now() + 24 * 60 * 60_000));
	expect((await resetPassword(token, otherPassword)).status).toBe(400);
	await setExpiry(new Date(Date.now() + 59 * 60_000));
	expect((await resetPassword(token, otherPassword)).status).toBe(200);
});

test("the database stores only the hash of a reset link's token", async () => {
	const { email, id } = await createAccount(shop);
	const token = await requestToken(email);
	const row = await shop.db.select().from(resetTokens).where(eq(resetTokens.userId, id)).get();
	expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
	expect(JSON.stringify(row)).not.toContain(token);
	expect((await resetPassword(row?.tokenHash ?? "", otherPassword)).status).toBe(400);
});

test("a failure to send the reset email is logged but does not change the response", async () => {
	const { email } = await createAccount(shop);
	await shop.sandbox("/__sandbox/email/switches", createJsonInit({ fail: 1, to: email }, "PUT"));
	expect((await requestLink(email)).status).toBe(200);
	await vi.waitFor(() => expect(shop.logs().join("\n")).toContain("password reset"));
	expect(await readEmailsTo(email)).toEqual([]);
});

test.each([
	["that has expired", "?token=expired", errors.reset_link_expired.message],
	["without a token", "", requiredMessages.token],
])("a reset link %s shows its error before a password is typed", async (_, query, message) => {
	const page = await openHtml(shop, `/reset-password${query}`);
	expect(/<[^>]*role="alert".*?<\/div>/s.exec(page.html)?.[0]).toContain(message);
	expect(() => page.getFieldValue("New password")).toThrow("found 0");
	expect((await page.follow("Request a new link")).text).toContain("forget Password?");
});
