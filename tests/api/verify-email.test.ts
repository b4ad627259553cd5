import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { openOrdersMax } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { emailVerifications, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const newEmail = () => `new${crypto.randomUUID().replaceAll("-", "")}@example.com`;

/** Waits until so many mails have come. @returns the token in the newest */
async function readToken(email: string, mails = 1): Promise<string> {
	await expect.poll(() => readEmails(shop, email)).toHaveLength(mails);
	const [mail] = await readEmails(shop, email);
	return /verify-email\?token=([a-z2-7]{32})/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function signUp() {
	const [visitor, email] = [createVisitor(shop), newEmail()];
	const account = { name: "Win http://evil.example now", email, password: "a password" };
	expect((await visitor.fetch("/auth/signup", asJson(account))).status).toBe(200);
	return { visitor, email, token: await readToken(email) };
}

const provedAt = async (email: string) =>
	(await shop.db.select().from(users).where(eq(users.email, email)).get())?.emailVerifiedAt ?? null;

type Sender = Pick<Visitor | TestAccount, "fetch">;
const post = (sender: Sender, fields: Record<string, string>) =>
	sender.fetch("/verify-email", { method: "POST", body: new URLSearchParams(fields) });

test("the mail to a new account leads to a page whose button verifies the email, once", async () => {
	const { visitor, email, token } = await signUp();
	const page = await (await visitor.fetch(`/verify-email?token=${token}`)).text();
	expect(page).toContain(token);
	expect(await provedAt(email), "looking at it verifies nothing").toBeNull();
	const response = await post(visitor, { token });
	expect([response.status, response.headers.get("Location")]).toEqual([303, "/dashbord/myprofile"]);
	expect(visitor.cookie("flash")).toContain(success.emailVerified);
	expect(await provedAt(email)).toBeInstanceOf(Date);
	const again = await post(visitor, { token });
	expect(again.status).toBe(400);
	const late = await (await visitor.fetch(`/verify-email?token=${token}`)).text();
	expect(late).toContain("is verified");
});

test("the mail contains nothing that was typed at sign-up", async () => {
	const { email, token } = await signUp();
	const [mail] = await readEmails(shop, email);
	expect(mail?.subject).toBe("Verify your email for Torque Tool Depot");
	for (const part of [mail?.text, mail?.html]) {
		expect(part).toContain(`http://localhost:8787/verify-email?token=${token}`);
		expect(part).not.toContain("evil.example");
	}
});

test("the link leads a signed-out visitor to the login and back", async () => {
	const { email, token } = await signUp();
	const path = `/verify-email?token=${token}`;
	const sent = await shop.fetch(path);
	expect(sent.headers.get("Location")).toBe(`/login?${new URLSearchParams({ from: path })}`);
	expect((await shop.fetch(path, { method: "POST" })).headers.get("Location")).toContain("/login");
	const visitor = createVisitor(shop);
	const body = new URLSearchParams({ email, password: "a password" });
	const from = new URLSearchParams({ from: path });
	const entered = await visitor.fetch(`/login?${from}`, { method: "POST", body });
	expect(entered.headers.get("Location")).toBe(path);
});

test("a link verifies no other account than its own", async () => {
	const { email, token } = await signUp();
	const other = await createAccount(shop, { isVerified: false });
	const page = await (await other.fetch(`/verify-email?token=${token}`)).text();
	expect(page).toContain(errors.verification_link_expired.message);
	expect((await post(other, { token })).status).toBe(400);
	expect([await provedAt(email), await provedAt(other.email)]).toEqual([null, null]);
});

test("a link is valid for a day, and the database has only its hash", async () => {
	const { visitor, email, token } = await signUp();
	const user = await shop.db.select().from(users).where(eq(users.email, email)).get();
	const own = eq(emailVerifications.userId, user?.id ?? "");
	const row = await shop.db.select().from(emailVerifications).where(own).get();
	const lifeMs = (row?.expiresAt.getTime() ?? 0) - Date.now();
	expect(lifeMs).toBeGreaterThan(23.9 * 3_600_000);
	expect(lifeMs).toBeLessThanOrEqual(24 * 3_600_000);
	expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
	expect((await post(visitor, { token: row?.tokenHash ?? "" })).status).toBe(400);
	const live = (expiresAt: Date) =>
		shop.db.update(emailVerifications).set({ expiresAt }).where(own);
	await live(new Date(Date.now() + 25 * 3_600_000));
	expect((await post(visitor, { token })).status, "a clock was set back").toBe(400);
	await live(new Date(Date.now() - 1));
	expect((await post(visitor, { token })).status).toBe(400);
	await shop.sweep();
	expect(await shop.db.select().from(emailVerifications).where(own)).toEqual([]);
});

test("My profile shows that an email is not verified, and sends another link that replaces the first", async () => {
	const { visitor, email, token } = await signUp();
	const profile = async () => (await visitor.fetch("/dashbord/myprofile")).text();
	expect(await profile()).toContain("Verify your email.");
	const sent = await post(visitor, { intent: "resend" });
	expect(sent.status).toBe(303);
	expect(visitor.cookie("flash")).toContain(success.verificationSent);
	const second = await readToken(email, 2);
	expect((await post(visitor, { token })).status).toBe(400);
	expect((await post(visitor, { token: second })).status).toBe(303);
	expect(await profile()).not.toContain("Verify your email.");
	await post(visitor, { intent: "resend" });
	expect(await readEmails(shop, email), "who is verified gets no more").toHaveLength(2);
});

test("the fourth mail within a minute is refused", async () => {
	const account = await createAccount(shop, { isVerified: false });
	const statuses: number[] = [];
	for (let asked = 0; asked < 8 && !statuses.includes(429); asked++) {
		statuses.push((await post(account, { intent: "resend" })).status);
	}
	expect(statuses.slice(0, 3)).toEqual([303, 303, 303]);
	expect(statuses).toContain(429);
});

test("when a mail is not accepted, signing up works, and requesting another reports it", async () => {
	const email = newEmail();
	await shop.sandbox("/__sandbox/mail/switches", asJson({ fail: 2, to: email }, "PUT"));
	const visitor = createVisitor(shop);
	const account = { name: "N", email, password: "a password" };
	expect((await visitor.fetch("/auth/signup", asJson(account))).status).toBe(200);
	await expect.poll(() => shop.logs().join("\n")).toContain("email verification");
	const refused = await post(visitor, { intent: "resend" });
	expect(refused.status).toBe(503);
	expect(await refused.text()).toContain(errors.mail_unavailable.message);
	expect((await post(visitor, { intent: "resend" })).status).toBe(303);
});

test("before that three orders may be unpaid, and the error for the fourth says what to do", async () => {
	const { fetch, email } = await createAccount(shop, { isVerified: false });
	const { id: toolId } = await createProduct(shop);
	const order = asJson({ toolId, email, quantity: 10, location: "Here", phone: "1" });
	const statuses: number[] = [];
	for (let placed = 0; placed < openOrdersMax.unverified; placed++) {
		statuses.push((await fetch("/orders", order)).status);
	}
	expect(statuses).toEqual([200, 200, 200]);
	const refused = await fetch("/orders", order);
	const code = "email_verification_required";
	const message = fillMessage(errors[code].message, { max: openOrdersMax.unverified });
	expect([refused.status, await refused.json()]).toEqual([409, { message, code }]);
	const purchase = { quantity: "10", location: "Here", phone: "1" };
	const body = new URLSearchParams({
		...purchase,
		idempotencyKey: crypto.randomUUID(),
		shownCents: "1250",
	});
	const page = await fetch(`/purchase/${toolId}`, { method: "POST", body });
	expect([page.status, await page.text()]).toEqual([409, expect.stringContaining(message)]);
});
