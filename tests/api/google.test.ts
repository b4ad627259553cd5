import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import {
	accountWithNonGoogleEmail,
	createEmailAddress,
	type GoogleChoice,
	signInWithGoogle,
	startGoogleSignIn,
	workspaceAccount,
} from "../support/google.ts";
import { openHtml } from "../support/html-page.ts";
import { startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const signIn = (visitor: Visitor, choice: GoogleChoice, from?: string) =>
	signInWithGoogle(shop, visitor, choice, from);

const findUser = (email: string) =>
	shop.db.select().from(users).where(eq(users.email, email)).get();

test("a new visitor who signs in gets an account and continues to the requested page", async () => {
	const [visitor, email] = [createVisitor(shop), createEmailAddress()];
	const result = await signIn(visitor, workspaceAccount(email), "/purchase/1?quantity=3");
	expect(result).toEqual({ status: 303, location: "/purchase/1?quantity=3", message: undefined });
	expect(await findUser(email)).toMatchObject({
		name: "Gil Google",
		role: "shopper",
		passwordHash: null,
	});
	const tokenResponse = await visitor.fetch(`/user/${email}`, { method: "PUT" });
	expect(tokenResponse.status).toBe(200);
	expect(visitor.cookie("google")).toBeUndefined();
});

test("a second sign-in finds the same account, even if its email has changed in the shop", async () => {
	const email = createEmailAddress();
	await signIn(createVisitor(shop), workspaceAccount(email));
	const changedEmail = createEmailAddress();
	await shop.db.update(users).set({ email: changedEmail }).where(eq(users.email, email));
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, workspaceAccount(email))).toMatchObject({ location: "/" });
	expect((await visitor.fetch(`/admin/${changedEmail}`)).status).toBe(200);
	expect(await findUser(email)).toBeUndefined();
});

test("the authorization request has state, PKCE, a nonce, and only the needed scopes", async () => {
	const { searchParams } = await startGoogleSignIn(createVisitor(shop));
	expect(Object.fromEntries(searchParams)).toMatchObject({
		response_type: "code",
		redirect_uri: `${shop.url}/auth/google/callback`,
		scope: "openid email profile",
		code_challenge_method: "S256",
		state: expect.stringMatching(/^[\w-]{43}$/),
		nonce: expect.stringMatching(/^[\w-]{43}$/),
	});
});

test("a new account gets a verification email unless Google is authoritative for its email", async () => {
	const [workspaceEmail, externalEmail] = [createEmailAddress(), createEmailAddress()];
	await signIn(createVisitor(shop), workspaceAccount(workspaceEmail));
	await signIn(createVisitor(shop), accountWithNonGoogleEmail(externalEmail));
	expect((await findUser(workspaceEmail))?.emailVerifiedAt).toBeInstanceOf(Date);
	expect(await findUser(externalEmail)).toMatchObject({ emailVerifiedAt: null });
	await expect.poll(() => readEmails(shop, externalEmail)).toHaveLength(1);
	expect(await readEmails(shop, workspaceEmail)).toEqual([]);
});

test("a sign-in with an email that Google has not verified neither creates nor links an account", async () => {
	const account = await createAccount(shop);
	const unknownEmail = createEmailAddress();
	for (const email of [account.email, unknownEmail]) {
		const result = await signIn(
			createVisitor(shop),
			workspaceAccount(email, { isVerified: false }),
			"/dashbord/myorders",
		);
		expect(result).toMatchObject({
			location: "/login?from=%2Fdashbord%2Fmyorders",
			message: errors.google_email_unverified.message,
		});
	}
	expect(await findUser(unknownEmail)).toBeUndefined();
	expect(await findUser(account.email)).toMatchObject({ googleSub: null });
});

test("canceling at Google leads back to the login page, which keeps the return path", async () => {
	const result = await signIn(createVisitor(shop), { choice: "cancel" }, "/dashbord/myorders");
	expect(result).toEqual({
		status: 303,
		location: "/login?from=%2Fdashbord%2Fmyorders",
		message: errors.google_cancelled.message,
	});
});

test("the login page's Google button leads back to the requested page, even after a cancellation", async () => {
	const loginPage = await openHtml(shop, "/dashbord/addreview");
	const canceledPage = await (await loginPage.follow("Continue with Google")).press("Cancel");
	expect(canceledPage.text).toContain(errors.google_cancelled.message);
	const page = await (await canceledPage.follow("Continue with Google")).press("Riley Torres");
	expect(page.path).toBe("/dashbord/addreview");
	expect((await page.follow("My profile")).getFieldValue("Name")).toBe("Riley Torres");
});

test("an account's name from Google has no bidirectional control characters and is never invisible", async () => {
	const [visitor, email] = [createVisitor(shop), createEmailAddress()];
	await signIn(visitor, { ...workspaceAccount(email), name: "\u202eGil\u2066 \u3164Google" });
	expect(await findUser(email)).toMatchObject({ name: "Gil \u3164Google" });
	const namelessEmail = createEmailAddress();
	await signIn(createVisitor(shop), { ...workspaceAccount(namelessEmail), name: "\u3164" });
	expect(await findUser(namelessEmail)).toMatchObject({ name: namelessEmail });
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/login"])(
	"a sign-in with from=%s leads to the home page",
	async (from) => {
		expect(
			(await signIn(createVisitor(shop), workspaceAccount(createEmailAddress()), from)).location,
		).toBe("/");
	},
);
