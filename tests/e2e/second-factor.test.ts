import { afterAll, expect, test } from "vitest";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addSecondFactor, codeOf } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const password = "first long secret";
const allowedProblems = [/status of 4\d\d/];

test("staff set an app up, log in with its code, and turn it off", async () => {
	const account = await createAccount(shop, { role: "support", password, isHashedQuickly: true });
	const page = await browser.newPage({ account, width: 390, allowedProblems });
	await page.goto("/dashbord/myprofile");
	await page.getByRole("link", { name: "Set up" }).click();
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Set up" }).click();
	await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
	const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
	await page.getByLabel("Code that the app shows").fill("000000");
	await page.getByRole("button", { name: "Turn on" }).click();
	await page.getByText("This code is wrong").waitFor();
	await page.getByLabel("Code that the app shows").fill(await codeOf(secret));
	await page.getByRole("button", { name: "Turn on" }).click();
	const list = page.getByRole("region", { name: "Your recovery codes" });
	await list.waitFor();
	const codes = await list.getByRole("listitem").allTextContents();
	expect(codes).toHaveLength(10);
	await page.getByText("You have 10 recovery codes left").waitFor();
	const download = page.waitForEvent("download");
	await list.getByRole("link", { name: "Download" }).click();
	expect((await download).suggestedFilename()).toBe("torque-tool-depot-recovery-codes.txt");

	const other = await browser.newPage({ allowedProblems });
	await other.goto("/login?from=/dashbord/twofactor");
	await other.getByLabel("Email").fill(account.email);
	await other.getByLabel("Password", { exact: true }).fill(password);
	await other.getByRole("button", { name: "Login", exact: true }).click();
	await other.getByRole("heading", { name: "Enter the code" }).waitFor();
	await other.getByLabel("Code", { exact: true }).fill("000000");
	await other.getByRole("button", { name: "Login" }).click();
	await other.getByText("This code is wrong").waitFor();
	await other.getByRole("link", { name: "Use a recovery code" }).click();
	await other.getByLabel("Recovery code").fill(codes[0] ?? "");
	await other.getByRole("button", { name: "Login" }).click();
	await other.getByText("You have 9 recovery codes left").waitFor();
	await other.getByLabel("Password", { exact: true }).fill(password);
	await other.getByRole("button", { name: "Turn off" }).click();
	await other.getByText("Two-factor authentication is off").waitFor();
	await other.getByRole("button", { name: "Set up" }).waitFor();
});

test("an admin resets the second factor of a colleague", async () => {
	const [admin, staff] = [await createAdmin(shop), await createAccount(shop, { role: "support" })];
	const page = await browser.newPage({ account: admin });
	await page.goto(`/dashbord/makeAdmin?search=${staff.email}`);
	const row = page.getByRole("row", { name: staff.email });
	expect(await row.getByRole("button", { name: "Reset two-factor" }).count()).toBe(0);
	await addSecondFactor(shop.db, staff.id);
	await page.reload();
	await row.getByRole("button", { name: "Reset two-factor" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Reset two-factor" }).click();
	await page.getByText("Two-factor authentication is off for this user").waitFor();
	expect(await row.getByRole("button", { name: "Reset two-factor" }).count()).toBe(0);
});
