import type { Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, expect, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import { passwordLength } from "#contract/limits.ts";
import { tooShort } from "#contract/messages.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const password = (page: Page) => page.getByLabel("Password", { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const newEmail = () => `visitor${crypto.randomUUID().replaceAll("-", "")}@example.com`;

const mails = v.tupleWithRest([v.object({ text: v.string() })], v.unknown());
const link = v.pipe(v.string(), v.regex(/^http/));

/** @returns the link of the newest mail to that address; it is sent after the answer */
const waitForLink = (email: string) =>
	vi.waitFor(async () => {
		const outbox = await shop.sandbox(`/__sandbox/mail.json?${new URLSearchParams({ to: email })}`);
		const [{ text }] = v.parse(mails, await outbox.json());
		const found = v.parse(link, /http\S+reset-password\S+/.exec(text)?.[0]);
		return found.replace(shop.env.SHOP_ORIGIN, shop.url);
	});

/** The browser notes what the server refuses; without script it refuses everything. */
const refused = [/40[01] \((Bad Request|Unauthorized)\)/];

test("login leads back to where the visitor was going", async () => {
	const { email } = await createAccount(shop, { password: "a long secret" });
	const { id, name } = await createProduct(shop);
	const page = await browser.newPage();
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Email").fill(email);
	await password(page).fill("a long secret");
	await press(page, "Login");
	await page.getByRole("heading", { name }).waitFor();
	await page.goto("/login?from=/dashbord/myorders");
	await page.waitForURL("**/dashbord/myorders");
});

test.each([true, false])("login says what is wrong, script: %s", async (javaScript) => {
	const { email } = await createAccount(shop, { password: "a long secret" });
	const page = await browser.newPage({ javaScript, allowedProblems: refused });
	await page.goto("/login");
	await press(page, "Login");
	await page.getByText("Email is Required").waitFor();
	await page.getByText("Password is Required").waitFor();
	await page.getByLabel("Email").fill("Nobody");
	await password(page).fill("short");
	await press(page, "Login");
	await page.getByText("Please provide a valid email").waitFor();
	await page.getByText(tooShort(passwordLength.login)).waitFor();
	await page.getByLabel("Email").fill(email);
	await password(page).fill("wrong one");
	await press(page, "Login");
	await page.getByText(errors.invalid_credentials.message).waitFor();
	expect(await page.getByLabel("Email").inputValue()).toBe(email);
	if (!javaScript) expect(await password(page).inputValue()).toBe("");
	await page.getByLabel("Email").fill("Nobody");
	await press(page, "Login");
	await page.getByText("Please provide a valid email").waitFor();
	expect(await page.getByText(errors.invalid_credentials.message).count()).toBe(0);
});

test("signup makes an account with its name, and goes home", async () => {
	const page = await browser.newPage();
	await page.goto("/signup");
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill(newEmail());
	await password(page).fill("a long secret");
	await press(page, "Sign up");
	await page.waitForURL(`${shop.url}/`);
	await page.getByRole("button", { name: "SignOut" }).waitFor();
	await page.getByRole("link", { name: "Dashbord" }).click();
	await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Rae Ratchet");
});

test.each([true, false])("signup says what is wrong, script: %s", async (javaScript) => {
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ javaScript, allowedProblems: refused });
	await page.goto("/signup");
	await page.getByLabel("Email").fill(email);
	await password(page).fill("short");
	await press(page, "Sign up");
	await page.getByText("Name is Required").waitFor();
	await page.getByText(tooShort(passwordLength.min)).waitFor();
	await page.getByLabel("Name").fill("Rae Ratchet");
	await password(page).fill("a long secret");
	await press(page, "Sign up");
	await page.getByText(errors.email_taken.message).waitFor();
	expect(await page.getByLabel("Name").inputValue()).toBe("Rae Ratchet");
});

test("signing out ends the session and drops the token", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/");
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await press(page, "SignOut");
	await page.getByRole("heading", { name: "Login" }).waitFor();
	await page.waitForFunction(() => localStorage.getItem("accessToken") === null);
	expect((await account.fetch(`/orders/${account.email}`)).status).toBe(401);
});

test.each([true, false])("a lost password is replaced by mail, script: %s", async (javaScript) => {
	const { email } = await createAccount(shop, { password: "forgotten" });
	const page = await browser.newPage({ javaScript, allowedProblems: refused });
	await page.goto("/login");
	await press(page, "forget Password?");
	await page.getByText("enter your email").waitFor();
	await page.getByLabel("Email").fill(email);
	await press(page, "forget Password?");
	await page.getByText("email sent").waitFor();
	await page.goto(await waitForLink(email));
	await page.getByLabel("New password").fill("a long secret");
	await press(page, "Change password");
	await page.getByText("Your password is changed").waitFor();
	await page.getByLabel("Email").fill(email);
	await password(page).fill("a long secret");
	await press(page, "Login");
	await page.getByRole("button", { name: "SignOut" }).waitFor();
});
