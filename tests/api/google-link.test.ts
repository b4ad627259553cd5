import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import {
	accountWithNonGoogleEmail,
	type GoogleChoice,
	signInWithGoogle,
	workspaceAccount,
} from "../support/google.ts";
import { validPassword } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

const signIn = (visitor: Visitor, choice: GoogleChoice, from?: string) =>
	signInWithGoogle(shop, visitor, choice, from);

const findUser = (email: string) =>
	shop.db.select().from(users).where(eq(users.email, email)).get();

const post = (visitor: Visitor, path: string, fields: Record<string, string>) =>
	visitor.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

test("an account with a verified email keeps its password and sessions when it is linked to Google", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, workspaceAccount(account.email))).toMatchObject({ location: "/" });
	expect((await visitor.fetch(`/user/${account.email}`, { method: "PUT" })).status).toBe(200);
	const { email } = account;
	const loginResponse = await shop.fetch(
		"/auth/login",
		createJsonInit({ email, password: validPassword }),
	);
	expect(loginResponse.status).toBe(200);
	expect((await account.fetch(`/admin/${email}`)).status).toBe(200);
});

test("an account created with somebody else's email passes to the email's owner when they sign in with Google", async () => {
	const creator = await createAccount(shop, { password: validPassword, isVerified: false });
	const { email } = creator;
	expect(await signIn(createVisitor(shop), workspaceAccount(email))).toMatchObject({
		location: "/",
	});
	expect((await creator.fetch(`/admin/${email}`)).status).toBe(401);
	const loginResponse = await shop.fetch(
		"/auth/login",
		createJsonInit({ email, password: validPassword }),
	);
	expect(loginResponse.status).toBe(401);
	expect(await findUser(email)).toMatchObject({ id: creator.id });
});

test("if Google is not authoritative for the email, an account is linked only after its password is entered", async () => {
	const { id, email, fetch } = await createAccount(shop, { password: validPassword });
	const visitor = createVisitor(shop);
	expect(await signIn(visitor, accountWithNonGoogleEmail(email), "/tools?page=2")).toMatchObject({
		location: "/link-google",
	});
	expect(visitor.cookie("session")).toBeUndefined();
	const pageResponse = await visitor.fetch("/link-google");
	const text = await pageResponse.text();
	expect(text).toContain(email);
	expect(text, "offered only if Google is authoritative").not.toContain("Start with an empty");
	const wrongPasswordResponse = await post(visitor, "/link-google", {
		password: "not the long secret",
	});
	expect([wrongPasswordResponse.status, await wrongPasswordResponse.text()]).toEqual([
		400,
		expect.stringContaining(errors.wrong_password.message),
	]);
	expect((await post(visitor, "/link-google", { intent: "empty" })).status).toBe(403);
	expect(await findUser(email)).toMatchObject({ id, googleSub: null });
	const correctPasswordResponse = await post(visitor, "/link-google", {
		password: validPassword,
	});
	expect([correctPasswordResponse.status, correctPasswordResponse.headers.get("Location")]).toEqual(
		[303, "/tools?page=2"],
	);
	expect((await visitor.fetch(`/admin/${email}`)).status).toBe(200);
	expect(visitor.cookie("link"), "the cookie is deleted").toBeUndefined();
	expect((await fetch(`/admin/${email}`)).status, "its sessions stay valid").toBe(200);
	expect(await signIn(createVisitor(shop), accountWithNonGoogleEmail(email))).toMatchObject({
		location: "/",
	});
});

test("a forged link cookie links no account", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const visitor = createVisitor(shop);
	expect(await (await visitor.fetch("/link-google")).text()).toContain(
		errors.google_expired.message,
	);
	expect((await post(visitor, "/link-google", { password: validPassword })).status).toBe(403);
	const value = { sub: "evil", email, isGoogleAuthoritative: true, name: "", from: "/" };
	const body = { purpose: "google link", until: Date.now() + 60_000, value };
	const forgedCookie = `${Buffer.from(JSON.stringify(body)).toString("base64url")}.AAAA`;
	const headers = { Cookie: `link=${forgedCookie}`, Origin: shop.url };
	const init = {
		method: "POST",
		body: new URLSearchParams({ password: validPassword }),
		headers,
	};
	const response = await shop.fetch("/link-google", init);
	expect(response.status).toBe(403);
	expect(response.headers.getSetCookie().join()).not.toContain("session=");
	expect(await findUser(email)).toMatchObject({ googleSub: null });
});

test("if Google is not authoritative for the email, an account without a password is not linked", async () => {
	const { email } = await createAccount(shop);
	const result = await signIn(createVisitor(shop), accountWithNonGoogleEmail(email));
	expect(result).toMatchObject({
		location: "/login?from=%2F",
		message: errors.google_password_required.message,
	});
	expect(await findUser(email)).toMatchObject({ googleSub: null });
});

test("a login with the password ends a pending link, which could otherwise sign in the next person at the same browser", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const visitor = createVisitor(shop);
	await signIn(visitor, accountWithNonGoogleEmail(email));
	expect(visitor.cookie("link")).toBeDefined();
	await post(visitor, "/login", { email, password: validPassword });
	expect(visitor.cookie("session")).toBeDefined();
	expect(visitor.cookie("link")).toBeUndefined();
});

test("the email's owner can link an unverified account with data by its password, or start with an empty account", async () => {
	for (const intent of ["link", "empty"]) {
		const creator = await createAccount(shop, { password: validPassword, isVerified: false });
		const { email } = creator;
		await shop.db.update(users).set({ phone: "555" }).where(eq(users.id, creator.id));
		const visitor = createVisitor(shop);
		expect(await signIn(visitor, workspaceAccount(email))).toMatchObject({
			location: "/link-google",
		});
		expect(await (await visitor.fetch("/link-google")).text()).toContain("Start with an empty");
		// The browser shows only the second response to a double click.
		for (const tab of [createVisitor(shop, { link: visitor.cookie("link") ?? "" }), visitor]) {
			const response = await post(tab, "/link-google", { intent, password: validPassword });
			expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
		}
		const user = await findUser(email);
		expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
		expect(user).toMatchObject(
			intent === "empty"
				? { name: "Gil Google", phone: null, passwordHash: null }
				: { name: creator.name, phone: "555", passwordHash: expect.any(String) },
		);
		expect((await visitor.fetch(`/admin/${email}`)).status).toBe(200);
		const oldSessionStatus = intent === "empty" ? 401 : 200;
		expect((await creator.fetch(`/admin/${email}`)).status).toBe(oldSessionStatus);
	}
});

test("an account that is linked to one Google account is not linked to another with the same email", async () => {
	const account = await createAccount(shop);
	const googleSub = `other-${account.id}`;
	await shop.db.update(users).set({ googleSub }).where(eq(users.id, account.id));
	const result = await signIn(createVisitor(shop), workspaceAccount(account.email));
	expect(result.message).toBe(errors.google_account_mismatch.message);
	expect(await findUser(account.email)).toMatchObject({ googleSub });
});
