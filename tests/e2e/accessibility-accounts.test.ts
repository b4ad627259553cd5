import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { errors } from "#contract/errors.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { resetTokens, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { testAccessibility } from "../support/page-states.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const link = "r".repeat(32);

async function arrange() {
	const [verified, unverified] = await Promise.all([
		createAccount(shop, { password: "a long secret" }),
		createAccount(shop, { password: "a long secret", isVerified: false, name: "Somebody else" }),
	]);
	await shop.db.update(users).set({ phone: "555" }).where(eq(users.id, unverified.id));
	await shop.db.insert(resetTokens).values({
		userId: unverified.id,
		tokenHash: await hashToken(link),
		expiresAt: new Date(Date.now() + 3_600_000),
	});
	return { verified, unverified };
}

type World = Awaited<ReturnType<typeof arrange>>;
let made: World | undefined;
beforeAll(async () => {
	made = await arrange();
});
function world(): World {
	if (!made) throw new Error("asked before it was arranged");
	return made;
}

/** Comes back from Google under the email of an account that is there. @param hd whose Workspace it is; "" for none */
async function comeFromGoogle(page: Page, { email }: TestAccount, hd: string) {
	await page.getByRole("link", { name: "Continue with Google" }).click();
	await page.getByText("Use another account").click();
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Organization (hd)").fill(hd);
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText("There is already an account with").waitFor();
}

testAccessibility(browser, world, () => undefined, [
	{
		name: "the link of a Google account",
		path: "/login",
		everyColorScheme: true,
		action: (page, { verified }) => comeFromGoogle(page, verified, ""),
		next: [
			{
				name: "the link of a Google account with a wrong password",
				action: async (page) => {
					await page.getByLabel("Password", { exact: true }).fill("not this one");
					await page.getByRole("button", { name: "Link and log in" }).click();
					await page.getByText(errors.wrong_password.message).waitFor();
				},
			},
		],
	},
	{
		name: "the link of a Google account whose owner may start with an empty one",
		path: "/login",
		everyColorScheme: true,
		action: async (page, { unverified }) => {
			await comeFromGoogle(page, unverified, "example.com");
			expect(await page.getByRole("heading", { name: "Not your account?" }).count()).toBe(1);
		},
	},
	{ name: "the link of a Google account, too late", path: "/link-google", everyColorScheme: true },
	{
		name: "a new password, and who made the account",
		path: `/reset-password?token=${link}`,
		everyColorScheme: true,
		action: (page) => page.getByText("Did you make this account?").waitFor(),
		next: [
			{
				name: "a new password, and who made the account is not answered",
				action: async (page) => {
					await page.getByLabel("New password").fill("a new one");
					await page.getByRole("button", { name: "Change password" }).click();
					await page.locator("#keep-error").waitFor();
				},
			},
		],
	},
]);
