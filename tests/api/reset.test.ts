import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { resetTokens, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { sendRaw } from "../support/raw-http.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

type Mail = { to: string; from: string; subject: string; text: string; html: string };

async function mailsTo(email: string): Promise<Mail[]> {
	return (await shop.sandbox(`/__sandbox/mail.json?${new URLSearchParams({ to: email })}`)).json();
}

const tokenIn = ({ text }: Mail) => /reset-password\?token=([a-z2-7]{32})/.exec(text)?.[1] ?? "";

const forgot = (email: string) => shop.fetch("/auth/forgot", asJson({ email }));
const reset = (token: string, password: string) =>
	shop.fetch("/auth/reset", asJson({ token, password }));
const login = (email: string, password: string) =>
	shop.fetch("/auth/login", asJson({ email, password }));

/** Asks for a link. @returns the token of the newest mail, once there are `mails` of them */
async function askForToken(email: string, mails = 1): Promise<string> {
	expect((await forgot(email)).status).toBe(200);
	const [newest] = await vi.waitFor(async () => {
		const found = await mailsTo(email);
		expect(found).toHaveLength(mails);
		return found;
	});
	if (!newest) throw new Error("no mail");
	return tokenIn(newest);
}

test("the link from the mail sets a new password and ends every session", async () => {
	const account = await createAccount(shop, { password: "first long secret" });
	const { email } = account;
	const token = await askForToken(email);
	const response = await reset(token, "second long secret");
	expect([response.status, await response.json()]).toEqual([
		200,
		{ message: success.passwordChanged },
	]);
	expect((await login(email, "first long secret")).status).toBe(401);
	expect((await login(email, "second long secret")).status).toBe(200);
	expect((await account.fetch(`/admin/${email}`)).status).toBe(401);
	expect((await account.fetchWithToken(`/admin/${email}`)).status).toBe(401);
	const user = await shop.db.select().from(users).where(eq(users.id, account.id)).get();
	expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
});

test("the mail leads to our own page and says what it is", async () => {
	const { email, name } = await createAccount(shop, { name: "Win http://evil.example now" });
	const token = await askForToken(email);
	expect(token).toMatch(/^[a-z2-7]{32}$/);
	const [mail] = await mailsTo(email);
	expect(mail).toMatchObject({
		to: email,
		from: "Torque Tool Depot <orders@torquetooldepot.example>",
		subject: "Choose a new password for Torque Tool Depot",
	});
	expect(mail?.text).toContain(`${shop.env.SHOP_ORIGIN}/reset-password?token=${token}`);
	expect(mail?.html).toContain(`href="${shop.env.SHOP_ORIGIN}/reset-password?token=${token}"`);
	expect(mail?.text).not.toContain(name);
	expect(mail?.html).not.toContain("evil.example");
});

test("the mail leads to our own page, whatever host the request names", async () => {
	const { email } = await createAccount(shop);
	const body = JSON.stringify({ email });
	const head = [
		"POST /auth/forgot HTTP/1.1",
		"Host: evil.example",
		"MF-Original-URL: http://evil.example/auth/forgot",
		"Content-Type: application/json",
		`Content-Length: ${body.length}`,
	];
	expect((await sendRaw(shop.url, head, body)).status).toBe(200);
	await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1));
	const [mail] = await mailsTo(email);
	expect(mail?.text).toContain(`${shop.env.SHOP_ORIGIN}/reset-password?token=`);
	expect(`${mail?.text}${mail?.html}`).not.toContain("evil.example");
});

test("a link works once, and of two at the same time only one", async () => {
	const { email } = await createAccount(shop);
	const token = await askForToken(email);
	const both = await Promise.all([reset(token, "second long secret"), reset(token, "secret3")]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
	const late = await reset(token, "secret4");
	expect([late.status, await late.json()]).toEqual([
		400,
		{
			message: errors.reset_link_expired.message,
			code: "reset_link_expired",
			issues: [{ field: "token", message: errors.reset_link_expired.message }],
		},
	]);
});

test("a request within half an hour leaves the earlier link valid; a later one replaces it", async () => {
	const { email, id } = await createAccount(shop);
	const first = await askForToken(email);
	expect(await askForToken(email)).toBe(first);
	await shop.db
		.update(resetTokens)
		.set({ expiresAt: new Date(Date.now() + 29 * 60_000) })
		.where(eq(resetTokens.userId, id));
	const second = await askForToken(email, 2);
	expect((await reset(first, "second long secret")).status).toBe(400);
	expect((await reset(second, "second long secret")).status).toBe(200);
});

test("a link is valid for an hour", async () => {
	const { email, id } = await createAccount(shop);
	const token = await askForToken(email);
	const row = await shop.db.select().from(resetTokens).where(eq(resetTokens.userId, id)).get();
	const life = (row?.expiresAt.getTime() ?? 0) - Date.now();
	expect(life).toBeGreaterThan(55 * 60_000);
	expect(life).toBeLessThanOrEqual(60 * 60_000);
	await shop.db
		.update(resetTokens)
		.set({ expiresAt: new Date(Date.now() - 1) })
		.where(eq(resetTokens.userId, id));
	expect((await reset(token, "second long secret")).status).toBe(400);
});

test("a link made before the clock was set back is valid for no more than an hour", async () => {
	const { email, id } = await createAccount(shop);
	const token = await askForToken(email);
	const live = (expiresAt: Date) =>
		shop.db.update(resetTokens).set({ expiresAt }).where(eq(resetTokens.userId, id));
	await live(new Date(Date.now() + 24 * 60 * 60_000));
	expect((await reset(token, "second long secret")).status).toBe(400);
	await live(new Date(Date.now() + 59 * 60_000));
	expect((await reset(token, "second long secret")).status).toBe(200);
});

test("the database knows only the hash of a link", async () => {
	const { email, id } = await createAccount(shop);
	const token = await askForToken(email);
	const row = await shop.db.select().from(resetTokens).where(eq(resetTokens.userId, id)).get();
	expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
	expect(JSON.stringify(row)).not.toContain(token);
	expect((await reset(row?.tokenHash ?? "", "second long secret")).status).toBe(400);
});

test("an unknown address gets the same answer as a known one, and no mail", async () => {
	const { email } = await createAccount(shop);
	const unknown = `nobody${crypto.randomUUID()}@example.com`;
	const answers = [await forgot(unknown), await forgot(email)];
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	const bodies = await Promise.all(answers.map((response) => response.json()));
	expect(bodies).toEqual([{ message: success.emailSent }, { message: success.emailSent }]);
	await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1));
	expect(await mailsTo(unknown)).toEqual([]);
});

test("the fourth request for a link within a minute is refused, for known and unknown emails", async () => {
	const { email } = await createAccount(shop);
	for (const address of [email, `nobody${crypto.randomUUID()}@example.com`]) {
		const statuses = [];
		for (let ask = 0; ask < 4; ask++) statuses.push((await forgot(address)).status);
		expect(statuses).toEqual([200, 200, 200, 429]);
	}
	expect((await forgot(email)).headers.get("Retry-After")).toBe("60");
});

test("a failure to send mail is logged, and does not show in the response", async () => {
	const { email } = await createAccount(shop);
	await shop.sandbox("/__sandbox/mail/switches", asJson({ fail: 1, to: email }, "PUT"));
	expect((await forgot(email)).status).toBe(200);
	await vi.waitFor(() => expect(shop.logs().join("\n")).toContain("password reset"));
	expect(await mailsTo(email)).toEqual([]);
});
