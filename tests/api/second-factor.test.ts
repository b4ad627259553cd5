import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { secondFactors } from "#worker/db/schema.ts";
import { anHourAgo, createAccount, createAdmin, createResetToken } from "../support/accounts.ts";
import { readEmails } from "../support/emails.ts";
import { openHtml } from "../support/html-page.ts";
import { otherPassword, validPassword as password } from "../support/passwords.ts";
import { addSecondFactor, createTotp, recoveryCodePrefix } from "../support/second-factor.ts";
import { createJsonInit, startShop } from "../support/shop.ts";
import { createVisitor } from "../support/visitor.ts";

const shop = await startShop();
afterAll(shop.stop);

async function createStaff() {
	const options = { role: "support", password, useFastHash: true } as const;
	const account = await createAccount(shop, options);
	await addSecondFactor(shop.db, account.id);
	return account;
}

const createPostInit = (fields: Record<string, string>) => ({
	method: "POST",
	body: new URLSearchParams(fields),
});

test("with a second factor, a sign-in gets a session only after the code is entered", async () => {
	const { email } = await createStaff();
	const visitor = createVisitor(shop);
	const loginResponse = await visitor.fetch("/auth/login", createJsonInit({ email, password }));
	expect(loginResponse.status).toBe(401);
	expect(await loginResponse.json()).toMatchObject({ code: "second_factor_required" });
	expect(loginResponse.headers.getSetCookie().join()).not.toContain("session=");
	expect((await visitor.fetch("/sessions")).status).toBe(401);
	expect((await visitor.fetch("/dashbord")).headers.get("Location")).toContain("/login");
	const wrongCodeResponse = await visitor.fetch(
		"/auth/second-factor",
		createJsonInit({ code: "000000" }),
	);
	expect(await wrongCodeResponse.json()).toMatchObject({ issues: [{ field: "code" }] });
	const code = await createTotp();
	const correctCodeResponse = await visitor.fetch("/auth/second-factor", createJsonInit({ code }));
	expect(await correctCodeResponse.json()).toMatchObject({ account: { email } });
	expect((await visitor.fetch("/sessions")).status).toBe(200);
	const otherVisitorResponse = await createVisitor(shop).fetch(
		"/auth/second-factor",
		createJsonInit({ code }),
	);
	expect(await otherVisitorResponse.json()).toMatchObject({ code: "sign_in_expired" });
});

test("the login forms accept the app's code or a recovery code, and return to the requested page", async () => {
	const { id, email } = await createStaff();
	const from = "/dashbord/manageReview";
	for (const code of [await createTotp(), recoveryCodePrefix + id]) {
		const visitor = createVisitor(shop);
		const query = new URLSearchParams({ from });
		const passwordResponse = await visitor.fetch(
			`/login?${query}`,
			createPostInit({ email, password }),
		);
		expect([passwordResponse.status, passwordResponse.headers.get("Location")]).toEqual([
			303,
			`/login/code?${query}`,
		]);
		const pageResponse = await visitor.fetch(`/login/code?${query}`);
		expect(await pageResponse.text()).toContain("You are logging in as");
		const wrongCodeResponse = await visitor.fetch(
			`/login/code?${query}`,
			createPostInit({ code: "000000" }),
		);
		expect([wrongCodeResponse.status, await wrongCodeResponse.text()]).toEqual([
			400,
			expect.stringContaining("This code is wrong"),
		]);
		const codeResponse = await visitor.fetch(`/login/code?${query}`, createPostInit({ code }));
		expect([codeResponse.status, codeResponse.headers.get("Location")]).toEqual([303, from]);
		expect((await visitor.fetch(from)).status).toBe(200);
	}
	const responseWithoutSignIn = await createVisitor(shop).fetch("/login/code");
	expect(await responseWithoutSignIn.text()).toContain(errors.sign_in_expired.message);
});

test("a login form that was open in another tab leads to the code even if someone else has logged in since", async () => {
	const [{ email }, shopper] = [await createStaff(), await createAccount(shop)];
	const visitor = createVisitor(shop, { session: shopper.session });
	await visitor.fetch("/login", createPostInit({ email, password }));
	const pageResponse = await visitor.fetch("/login/code");
	expect(await pageResponse.text()).toContain("You are logging in as");
	await visitor.fetch("/login/code", createPostInit({ code: await createTotp() }));
	expect((await visitor.fetch(`/admin/${email}`)).status).toBe(200);
	expect((await visitor.fetch("/login/code")).headers.get("Location")).toBe("/");
});

test("a setup that was started more than an hour ago must be started again", async () => {
	const options = { role: "support", password, useFastHash: true } as const;
	const staff = await createAccount(shop, options);
	const setupResponse = await staff.fetch("/second-factor", createJsonInit({ password }));
	const { secret } = JSON.parse(await setupResponse.text());
	const page = await openHtml(shop, "/dashbord/twofactor", staff);
	await shop.db
		.update(secondFactors)
		.set({ createdAt: anHourAgo() })
		.where(eq(secondFactors.userId, staff.id));
	for (const code of ["000000", await createTotp(String(secret))]) {
		const { text } = await page.press("Turn on", { "Code from the app": code });
		expect(text).toContain(errors.second_factor_missing.message);
	}
});

test("a password reset ends a pending sign-in but does not bypass the second factor", async () => {
	const { id, email } = await createStaff();
	const visitor = createVisitor(shop);
	await visitor.fetch("/login", createPostInit({ email, password }));
	const token = await createResetToken(shop, { id });
	const newPassword = otherPassword;
	await shop.fetch("/auth/reset", createJsonInit({ token, password: newPassword }));
	const code = await createTotp();
	const lateResponse = await visitor.fetch("/auth/second-factor", createJsonInit({ code }));
	expect(await lateResponse.json()).toMatchObject({ code: "sign_in_expired" });
	const loginResponse = await visitor.fetch(
		"/auth/login",
		createJsonInit({ email, password: newPassword }),
	);
	expect(await loginResponse.json()).toMatchObject({ code: "second_factor_required" });
});

test("a user whose second factor was reset by an admin is signed out and gets an email", async () => {
	const [admin, staff] = [await createAdmin(shop), await createStaff()];
	const init = { method: "DELETE" };
	const response = await admin.fetch(`/users/${staff.email}/second-factor`, init);
	expect(await response.json()).toEqual({ result: { modifiedCount: 1 } });
	expect((await staff.fetch("/sessions")).status).toBe(401);
	await expect.poll(() => readEmails(shop, staff.email)).toHaveLength(1);
	const [email] = await readEmails(shop, staff.email);
	expect(JSON.stringify(email)).toContain("An admin turned it off.");
	const loginResponse = await createVisitor(shop).fetch(
		"/auth/login",
		createJsonInit({ email: staff.email, password }),
	);
	expect(loginResponse.status).toBe(200);
});

test("the data export says that there is a second factor, but reveals neither its secret nor its codes", async () => {
	const staff = await createStaff();
	const text = await (await staff.fetch("/dashbord/mydata")).text();
	expect(JSON.parse(text)).toMatchObject({ profile: { hasSecondFactor: true } });
	expect(text).not.toMatch(/GEZDGNBV|plain:|aes-gcm:/);
});

test("an admin can reset a second factor in the users table", async () => {
	const [admin, staff] = [await createAdmin(shop), await createAccount(shop, { role: "support" })];
	const openTable = () => openHtml(shop, `/dashbord/makeAdmin?search=${staff.email}`, admin);
	await expect((await openTable()).press("Reset two-factor")).rejects.toThrow("found 0");
	await addSecondFactor(shop.db, staff.id);
	const pageAfterReset = await (await openTable()).press("Reset two-factor");
	expect(pageAfterReset.text).toContain("Two-factor authentication is off for this user");
	await expect(pageAfterReset.press("Reset two-factor")).rejects.toThrow("found 0");
});
