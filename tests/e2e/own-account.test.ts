import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const password = "first long secret";
test("a shopper downloads their data and deletes the account", async () => {
	const account = await createAccount(shop, { password, isHashedQuickly: true });
	const page = await browser.newPage({
		account,
		width: 390,
		allowedProblems: [/status of 4\d\d/],
	});
	await page.goto("/dashbord/myprofile");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download my data" }).click();
	expect((await download).suggestedFilename()).toBe("torque-tool-depot-my-data.json");
	await page.getByRole("link", { name: "Delete my account" }).click();
	await page.getByText("We keep paid orders in our records").waitFor();
	await page.getByText("credited to “Former customer”").waitFor();
	const deleteButton = page.getByRole("button", { name: "Delete my account" });
	await deleteButton.click();
	await page.getByText("Check the box to confirm").first().waitFor();
	await page.getByText("Password is Required").first().waitFor();
	await page.getByLabel("Password", { exact: true }).fill("not this one");
	await page.getByLabel(`Permanently delete ${account.email}`).check();
	await deleteButton.click();
	await page.getByText(errors.wrong_password.message).first().waitFor();
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByLabel(`Permanently delete ${account.email}`).check();
	await deleteButton.click();
	await page.waitForURL("/");
	await page.getByText("Your account has been deleted.").waitFor();
	expect(await shop.db.$count(users, eq(users.id, account.id))).toBe(0);
	await page.goto("/dashbord");
	await page.waitForURL(/\/login/);
});

test("a user signs out one device, then all others", async () => {
	const account = await createAccount(shop);
	for (const device of ["Safari on iPhone", "Edge on Windows", "curl"]) {
		await createSession(shop.db, account.id, { device, country: "CA" });
	}
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myprofile");
	const list = page.getByRole("region", { name: "Where you are signed in" });
	const items = list.getByRole("listitem");
	expect(await items.count()).toBe(4);
	await items.first().getByText("This device").waitFor();
	await items.getByText("Safari on iPhone, Canada", { exact: true }).waitFor();
	await list.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
	await page.getByText(success.sessionEnded).waitFor();
	expect(await items.count()).toBe(3);
	await list.getByRole("button", { name: "Sign out everywhere else" }).click();
	await page.getByText(success.otherSessionsEnded).waitFor();
	expect(await items.count()).toBe(1);
	expect(await list.getByRole("button").count()).toBe(0);
});

test("an account can be deleted with the keyboard alone", async () => {
	const account = await createAccount(shop, { password, isHashedQuickly: true });
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/deleteaccount");
	await page.getByLabel("Password", { exact: true }).focus();
	await page.keyboard.type(password);
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.waitForURL("/");
	expect(await shop.db.$count(users, eq(users.id, account.id))).toBe(0);
});

test("an admin can download their data, but not delete their account", async () => {
	const html = await (await (await createAdmin(shop)).fetch("/dashbord/myprofile")).text();
	expect(html).toContain("Download my data");
	expect(html).not.toContain("Delete my account");
});
