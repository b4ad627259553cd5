import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { unpaidOrdersMax } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { emailVerifications, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const createEmail = () => `new${crypto.randomUUID().replaceAll("-", "")}@example.com`;

/** Waits for `emailCount` emails, and returns the token of the newest. */
async function readToken(email: string, emailCount = 1): Promise<string> {
	await expect.poll(() => readEmails(shop, email)).toHaveLength(emailCount);
	const [receivedEmail] = await readEmails(shop, email);
	return /verify-email\?token=([a-z2-7]{32})/.exec(receivedEmail?.text ?? "")?.[1] ?? "";
}

async function signUp() {
	const [visitor, email] = [createVisitor(shop), createEmail()];
	const account = { name: "Win http://evil.example now", email, password: validPassword };
	expect((await visitor.fetch("/auth/signup", createJsonInit(account))).status).toBe(200);
	return { visitor, email, token: await readToken(email) };
}

/** Creates an account without a password, and requests a verification link for it. */
async function createUnverifiedAccount() {
	const account = await createAccount(shop, { isVerified: false });
	expect((await post(account, { intent: "resend" })).status).toBe(303);
	return { account, token: await readToken(account.email) };
}

const readVerifiedAt = async (email: string) =>
	(await shop.db.select().from(users).where(eq(users.email, email)).get())?.emailVerifiedAt ?? null;

type Sender = Pick<Visitor | TestAccount, "fetch">;
const post = (sender: Sender, fields: Record<string, string>) =>
	sender.fetch("/verify-email", { method: "POST", body: new URLSearchParams(fields) });

test("the verification email links to a page whose button verifies the account once", async () => {
	const { visitor, email, token } = await signUp();
	const page = await (await visitor.fetch(`/verify-email?token=${token}`)).text();
	expect(page).toContain(token);
	expect(await readVerifiedAt(email), "opening the page verifies nothing").toBeNull();
	const response = await post(visitor, { token });
	expect([response.status, response.headers.get("Location")]).toEqual([303, "/dashbord/myprofile"]);
	expect(visitor.cookie("flash")).toContain(success.emailVerified);
	expect(await readVerifiedAt(email)).toBeInstanceOf(Date);
	const secondResponse = await post(visitor, { token });
	expect(secondResponse.status).toBe(400);
	const usedLinkPage = await (await visitor.fetch(`/verify-email?token=${token}`)).text();
	expect(usedLinkPage).toContain("is verified");
});

test("the verification email contains nothing that was typed at sign-up", async () => {
	const { email, token } = await signUp();
	const [receivedEmail] = await readEmails(shop, email);
	expect(receivedEmail?.subject).toBe("Verify your email for Torque Tool Depot");
	for (const content of [receivedEmail?.text, receivedEmail?.html]) {
		expect(content).toContain(`http://localhost:8787/verify-email?token=${token}`);
		expect(content).not.toContain("evil.example");
	}
});

test("the verification link leads a signed-out visitor to the login page and back", async () => {
	const { email, token } = await signUp();
	const path = `/verify-email?token=${token}`;
	const response = await shop.fetch(path);
	expect(response.headers.get("Location")).toBe(`/login?${new URLSearchParams({ from: path })}`);
	expect((await shop.fetch(path, { method: "POST" })).headers.get("Location")).toContain("/login");
	const visitor = createVisitor(shop);
	const body = new URLSearchParams({ email, password: validPassword });
	const from = new URLSearchParams({ from: path });
	const loginResponse = await visitor.fetch(`/login?${from}`, { method: "POST", body });
	expect(loginResponse.headers.get("Location")).toBe(path);
});

test("a verification link verifies only its own account", async () => {
	const { account, token } = await createUnverifiedAccount();
	const otherAccount = await createAccount(shop, { isVerified: false });
	const page = await (await otherAccount.fetch(`/verify-email?token=${token}`)).text();
	expect(page).toContain(errors.verification_link_expired.message);
	expect((await post(otherAccount, { token })).status).toBe(400);
	expect([await readVerifiedAt(account.email), await readVerifiedAt(otherAccount.email)]).toEqual([
		null,
		null,
	]);
});

test("a verification link is valid for a day and stored only as a hash", async () => {
	const { account, token } = await createUnverifiedAccount();
	const userCondition = eq(emailVerifications.userId, account.id);
	const row = await shop.db.select().from(emailVerifications).where(userCondition).get();
	const lifetimeMs = (row?.expiresAt.getTime() ?? 0) - Date.now();
	expect(lifetimeMs).toBeGreaterThan(23.9 * 3_600_000);
	expect(lifetimeMs).toBeLessThanOrEqual(24 * 3_600_000);
	expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
	expect((await post(account, { token: row?.tokenHash ?? "" })).status).toBe(400);
	const setExpiry = (expiresAt: Date) =>
		shop.db.update(emailVerifications).set({ expiresAt }).where(userCondition);
	await setExpiry(new Date(Date.now() + 25 * 3_600_000));
	expect((await post(account, { token })).status, "the clock was set back").toBe(400);
	await setExpiry(new Date(Date.now() - 1));
	expect((await post(account, { token })).status).toBe(400);
	await shop.sweep();
	expect(await shop.db.select().from(emailVerifications).where(userCondition)).toEqual([]);
});

test("My profile offers a new verification link, which replaces the first one", async () => {
	const { account, token } = await createUnverifiedAccount();
	const { email, session } = account;
	const visitor = createVisitor(shop, { session });
	const readProfile = async () => (await visitor.fetch("/dashbord/myprofile")).text();
	expect(await readProfile()).toContain("Verify your email.");
	const response = await post(visitor, { intent: "resend" });
	expect(response.status).toBe(303);
	expect(visitor.cookie("flash")).toContain(success.verificationSent);
	const secondToken = await readToken(email, 2);
	expect((await post(visitor, { token })).status).toBe(400);
	expect((await post(visitor, { token: secondToken })).status).toBe(303);
	expect(await readProfile()).not.toContain("Verify your email.");
	await post(visitor, { intent: "resend" });
	expect(await readEmails(shop, email), "a verified account gets no more emails").toHaveLength(2);
});

test("the fourth request for a verification email within a minute is rejected", async () => {
	const account = await createAccount(shop, { isVerified: false });
	const statuses: number[] = [];
	for (let attempt = 0; attempt < 8 && !statuses.includes(429); attempt++) {
		statuses.push((await post(account, { intent: "resend" })).status);
	}
	expect(statuses.slice(0, 3)).toEqual([303, 303, 303]);
	expect(statuses).toContain(429);
});

test("sign-up works even if the verification email cannot be sent, but requesting another one shows an error", async () => {
	const email = createEmail();
	await shop.sandbox("/__sandbox/email/switches", createJsonInit({ fail: 2, to: email }, "PUT"));
	const visitor = createVisitor(shop);
	const account = { name: "N", email, password: validPassword };
	expect((await visitor.fetch("/auth/signup", createJsonInit(account))).status).toBe(200);
	await expect.poll(() => shop.logs().join("\n")).toContain("email verification");
	const failedResponse = await post(visitor, { intent: "resend" });
	expect(failedResponse.status).toBe(503);
	expect(await failedResponse.text()).toContain(errors.mail_unavailable.message);
	expect((await post(visitor, { intent: "resend" })).status).toBe(303);
});

test("a fourth unpaid order requires a verified account", async () => {
	const { fetch, email } = await createAccount(shop, { isVerified: false });
	const { id: toolId } = await createProduct(shop);
	const order = createJsonInit({ toolId, email, quantity: 10, location: "Here", phone: "1" });
	const statuses: number[] = [];
	for (let orderCount = 0; orderCount < unpaidOrdersMax.unverified; orderCount++) {
		statuses.push((await fetch("/orders", order)).status);
	}
	expect(statuses).toEqual([200, 200, 200]);
	const rejectedResponse = await fetch("/orders", order);
	const code = "email_verification_required";
	const message = fillMessage(errors[code].message, { max: unpaidOrdersMax.unverified });
	expect([rejectedResponse.status, await rejectedResponse.json()]).toEqual([
		409,
		{ message, code },
	]);
	const purchase = { quantity: "10", location: "Here", phone: "1" };
	const body = new URLSearchParams({
		...purchase,
		idempotencyKey: crypto.randomUUID(),
		shownCents: "1250",
	});
	const pageResponse = await fetch(`/purchase/${toolId}`, { method: "POST", body });
	expect([pageResponse.status, await pageResponse.text()]).toEqual([
		409,
		expect.stringContaining(message),
	]);
});
