import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { errors } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, users } from "#worker/db/schema.ts";
import { createAccount, createResetToken, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { testAccessibility } from "../support/page-states.ts";
import { otherPassword, validPassword } from "../support/passwords.ts";
import { addSecondFactor } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const verificationToken = "a".repeat(32);

const [verifiedAccount, staff, unverifiedAccount] = await Promise.all([
	createAccount(shop, { password: validPassword }),
	createAccount(shop, { password: validPassword, role: "support", useFastHash: true }),
	createAccount(shop, { password: validPassword, isVerified: false, name: "Somebody else" }),
]);
await shop.db.update(users).set({ phone: "555" }).where(eq(users.id, unverifiedAccount.id));
await addSecondFactor(shop.db, staff.id);
await shop.db.insert(emailVerifications).values({
	userId: unverifiedAccount.id,
	tokenHash: await hashToken(verificationToken),
	expiresAt: new Date(Date.now() + 3_600_000),
});
const resetToken = await createResetToken(shop, unverifiedAccount);

/**
 * Signs in with a Google account that has the email of an existing account.
 * @param hd - the domain of the Google Workspace; "" for none
 */
async function continueWithGoogle(page: Page, { email }: TestAccount, hd: string) {
	await page.getByRole("link", { name: "Continue with Google" }).click();
	await page.getByText("Use another account").click();
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Organization (hd)").fill(hd);
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText("There is already an account with").waitFor();
}

testAccessibility({ browser }, [
	{
		name: "linking a Google account",
		path: "/login",
		everyColorScheme: true,
		action: (page) => continueWithGoogle(page, verifiedAccount, ""),
		next: [
			{
				name: "linking a Google account with a wrong password",
				action: async (page) => {
					await page.getByLabel("Password", { exact: true }).fill("not this one");
					await page.getByRole("button", { name: "Link and log in" }).click();
					await page.getByText(errors.wrong_password.message).waitFor();
				},
			},
		],
	},
	{
		name: "linking a Google Workspace account to an unverified account",
		path: "/login",
		action: async (page) => {
			await continueWithGoogle(page, unverifiedAccount, "example.com");
			expect(await page.getByRole("heading", { name: "Not your account?" }).count()).toBe(1);
		},
	},
	{
		name: "the second-factor code form",
		path: "/login",
		action: async (page) => {
			await logIn(page, staff.email);
			await page.getByRole("heading", { name: "Enter the code" }).waitFor();
		},
		next: [
			{
				name: "the second-factor code form with an error",
				action: async (page) => {
					await page.getByLabel("Code", { exact: true }).fill("000000");
					await page.getByRole("button", { name: "Login" }).click();
					await page.getByText("This code is wrong").waitFor();
				},
			},
			{
				name: "the recovery code form",
				action: async (page) => {
					await page.getByRole("link", { name: "Use a recovery code" }).click();
					await page.getByLabel("Recovery code").waitFor();
				},
			},
		],
	},
	{
		name: "linking a Google account after the time limit",
		path: "/link-google",
	},
	{
		name: "the new password form with the question 'Did you create this account?'",
		path: `/reset-password?token=${resetToken}`,
		action: (page) => page.getByText("Did you create this account?").waitFor(),
		next: [
			{
				name: "the new password form without an answer to the question 'Did you create this account?'",
				action: async (page) => {
					await page.getByLabel("New password").fill(otherPassword);
					await page.getByRole("button", { name: "Change password" }).click();
					await page.locator("#keep-error").waitFor();
				},
			},
		],
	},
]);

testAccessibility({ browser, account: unverifiedAccount }, [
	{ name: "the email verification page", path: `/verify-email?token=${verificationToken}` },
	{ name: "the email verification page with an invalid link", path: "/verify-email?token=x" },
]);
