import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { users } from "#worker/db/schema.ts";
import { anHourAgo, createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { validPassword as password } from "../support/passwords.ts";
import { createTotp } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const allowedProblems = [/status of 4\d\d/];

test("staff set up an authenticator app with a QR code and download the recovery codes", async () => {
	const account = await createAccount(shop, { role: "support", password, useFastHash: true });
	const page = await browser.newPage({ account, width: 390, allowedProblems });
	await page.goto("/dashbord/myprofile");
	await page.getByRole("link", { name: "Set up" }).click();
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Set up" }).click();
	await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
	const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
	await page.getByLabel("Code from the app").fill("000000");
	await page.getByRole("button", { name: "Turn on" }).click();
	await page.getByText("This code is wrong").waitFor();
	await page.getByLabel("Code from the app").fill(await createTotp(secret));
	await page.getByRole("button", { name: "Turn on" }).click();
	const codesRegion = page.getByRole("region", { name: "Your recovery codes" });
	await codesRegion.waitFor();
	const codes = await codesRegion.getByRole("listitem").allTextContents();
	expect(codes).toHaveLength(10);
	await page.getByText("You have 10 recovery codes left").waitFor();
	await page.emulateMedia({ media: "print" });
	expect(await page.getByLabel("Password", { exact: true }).isVisible()).toBe(false);
	await page.emulateMedia({ media: "screen" });
	const download = page.waitForEvent("download");
	await codesRegion.getByRole("link", { name: "Download" }).click();
	expect((await download).suggestedFilename()).toBe("torque-tool-depot-recovery-codes.txt");
});

/** Creates an admin who must confirm sensitive actions, because the sign-in was an hour ago. */
const createAdminWithOldSignIn = () =>
	createAdmin(shop, { password, useFastHash: true, signedInAt: anHourAgo() });

/** Gives the support role to the only account in the table. */
async function giveSupportRole(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Set role" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Role").selectOption("support");
	await dialog.getByRole("button", { name: "Change role" }).click();
}

test("an admin who signed in long ago must confirm a role change", async () => {
	const [admin, { id, email }] = [await createAdminWithOldSignIn(), await createAccount(shop)];
	const readRole = async () =>
		(await shop.db.select().from(users).where(eq(users.id, id)).get())?.role;
	const page = await browser.newPage({ account: admin, width: 390, allowedProblems });
	await page.goto(`/dashbord/makeAdmin?search=${email}`);
	await giveSupportRole(page);
	const confirmation = page.getByRole("region", { name: "Confirm that it is you" });
	await confirmation.getByText("Confirm that it is you to change a role.").waitFor();
	expect(await readRole()).toBe("shopper");
	await confirmation.getByLabel("Your password").fill("wrong");
	await confirmation.getByRole("button", { name: "Continue" }).click();
	await confirmation.getByText("Wrong password").waitFor();
	await confirmation.getByLabel("Your password").fill(password);
	await confirmation.getByRole("button", { name: "Continue" }).click();
	await page.getByText("Role changed").waitFor();
	expect(await readRole()).toBe("support");
});
