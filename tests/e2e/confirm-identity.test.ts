import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { secondFactors, sessions, users } from "#worker/db/schema.ts";
import { anHourAgo, createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addSecondFactor, codeOf } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const password = "first long secret";

/** An admin who has to confirm acts. */
const createEarlierAdmin = () =>
	createAdmin(shop, { password, isHashedQuickly: true, signedInAt: anHourAgo() });

/** Gives the role to the only account in the table. */
async function makeSupport(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Set role" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Role").selectOption("support");
	await dialog.getByRole("button", { name: "Change role" }).click();
}

test("an admin who signed in long ago confirms a role change, which is then made", async () => {
	const [admin, { id, email }] = [await createEarlierAdmin(), await createAccount(shop)];
	const readRole = async () =>
		(await shop.db.select().from(users).where(eq(users.id, id)).get())?.role;
	const allowedProblems = [/status of 40[03]/];
	const page = await browser.newPage({ account: admin, width: 390, allowedProblems });
	await page.goto(`/dashbord/makeAdmin?search=${email}`);
	await makeSupport(page);
	const confirmation = page.getByRole("region", { name: "Confirm that it is you" });
	await confirmation.getByText("Confirm that it is you to change a role.").waitFor();
	expect(await readRole()).toBe("shopper");
	await confirmation.getByLabel("Your password").fill("wrong");
	await confirmation.getByRole("button", { name: "Continue" }).click();
	await confirmation.getByText("Wrong password").waitFor();
	await confirmation.getByLabel("Your password").fill(password);
	await confirmation.getByRole("button", { name: "Continue" }).click();
	await page.getByText("The role was changed").waitFor();
	expect(await readRole()).toBe("support");
});

test("an admin without a password signs in with Google in another tab, and continues with the role that was chosen", async () => {
	const [admin, { id, email }] = [await createEarlierAdmin(), await createAccount(shop)];
	await shop.db.update(users).set({ passwordHash: null }).where(eq(users.id, admin.id));
	const page = await browser.newPage({ account: admin, allowedProblems: [/status of 403/] });
	await page.goto(`/dashbord/makeAdmin?search=${email}`);
	await makeSupport(page);
	const link = page.getByRole("link", { name: "Sign in with Google" });
	const google = new URL((await link.getAttribute("href")) ?? "", shop.url);
	const from = new URL(google.searchParams.get("from") ?? "", shop.url);
	expect([google.pathname, from.pathname, from.searchParams.get("search")]).toEqual([
		...["/auth/google", "/dashbord/makeAdmin", email],
	]);
	const isOwn = eq(sessions.userId, admin.id);
	await shop.db.update(sessions).set({ createdAt: new Date() }).where(isOwn);
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText("The role was changed").waitFor();
	const account = await shop.db.select().from(users).where(eq(users.id, id)).get();
	expect(account?.role).toBe("support");
});

test("with a second factor the code confirms", async () => {
	const [admin, { id, email }] = [await createEarlierAdmin(), await createAccount(shop)];
	await addSecondFactor(shop.db, admin.id);
	const page = await browser.newPage({ account: admin, allowedProblems: [/status of 403/] });
	await page.goto(`/dashbord/makeAdmin?search=${email}`);
	await page.getByRole("button", { name: "Delete", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByLabel("Code from your authenticator app").fill(await codeOf());
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText(`User ${email} is deleted`).waitFor();
	expect(await shop.db.$count(users, eq(users.id, id))).toBe(0);
});

test("turning two-factor authentication off needs a code besides the password", async () => {
	const admin = await createEarlierAdmin();
	await addSecondFactor(shop.db, admin.id);
	const allowedProblems = [/status of 40[03]/];
	const page = await browser.newPage({ account: admin, width: 390, allowedProblems });
	await page.goto("/dashbord/twofactor");
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Turn off" }).click();
	const code = page.getByLabel("Code from your authenticator app");
	await code.waitFor();
	expect(await page.getByRole("button", { name: "Get new recovery codes" }).count()).toBe(0);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await code.fill("000000");
	await code.press("Enter");
	await page.getByText("This code is wrong").waitFor();
	expect(await shop.db.$count(secondFactors, eq(secondFactors.userId, admin.id))).toBe(1);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await code.fill(await codeOf());
	await code.press("Enter");
	await page.getByText("Two-factor authentication is off").waitFor();
	expect(await shop.db.$count(secondFactors, eq(secondFactors.userId, admin.id))).toBe(0);
});
