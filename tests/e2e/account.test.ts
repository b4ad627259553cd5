import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { passwordLength } from "#contract/limits.ts";
import { tooShort } from "#contract/messages.ts";
import { resetTokens } from "#worker/db/schema.ts";
import { createAccount, createResetToken } from "../support/accounts.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getPasswordField = (page: Page) => page.getByLabel("Password", { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const createEmailAddress = () => `visitor${crypto.randomUUID().replaceAll("-", "")}@example.com`;

/** Browsers log each response with status 400 or 401. */
const rejectedFormProblems = [/40[01] \((Bad Request|Unauthorized)\)/];

test("login redirects to the page that required it", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const { id, name } = await createProduct(shop);
	const page = await browser.newPage();
	await page.goto(`/purchase/${id}`);
	await logIn(page, email);
	await page.getByRole("heading", { name }).waitFor();
	await page.goto("/login?from=/dashbord/myorders");
	await page.waitForURL("**/dashbord/myorders");
});

test("the login form shows its errors and focuses the message of a rejected login", async () => {
	const { email } = await createAccount(shop, {
		password: validPassword,
		useFastHash: true,
	});
	const page = await browser.newPage({ allowedProblems: rejectedFormProblems });
	await page.goto("/login");
	await press(page, "Login");
	await page.getByText("Email is Required").waitFor();
	await page.getByText("Password is Required").waitFor();
	await page.getByLabel("Email").fill("Nobody");
	await getPasswordField(page).fill("short");
	await press(page, "Login");
	await page.getByText("Please provide a valid email").waitFor();
	await page.getByText(tooShort(passwordLength.login)).waitFor();
	await page.getByLabel("Email").fill(email);
	await getPasswordField(page).fill("wrong one");
	await press(page, "Login");
	await page.getByText(errors.invalid_credentials.message).waitFor();
	await expect
		.poll(() => page.locator(":focus").textContent())
		.toBe(errors.invalid_credentials.message);
	expect(await page.getByLabel("Email").inputValue()).toBe(email);
	await page.getByLabel("Email").fill("Nobody");
	await press(page, "Login");
	await page.getByText("Please provide a valid email").waitFor();
	expect(await page.getByText(errors.invalid_credentials.message).count()).toBe(0);
});

test("a form whose submission gets no response can be submitted again", async () => {
	const page = await browser.newPage();
	await page.addInitScript(() => {
		const { setTimeout } = window;
		const shortenTimeout = (ms = 0) => (ms === 15_000 ? 50 : ms);
		Object.assign(window, {
			setTimeout: (run: () => void, ms?: number) => setTimeout(run, shortenTimeout(ms)),
		});
	});
	let submissionCount = 0;
	// No submission gets a response.
	await page.route("**/login", (route) => {
		if (route.request().method() === "POST") submissionCount += 1;
		else route.fallback();
	});
	await page.goto("/login");
	await waitForHydration(page);
	await page.getByLabel("Email").fill(createEmailAddress());
	await getPasswordField(page).fill(validPassword);
	// DevTools runs nothing in a page that waits for a response, so the page presses the button itself.
	await page.evaluate(() => {
		const button = document.querySelector<HTMLElement>("main button[type=submit]");
		setInterval(() => button?.click(), 10);
	});
	await expect.poll(() => submissionCount).toBeGreaterThan(1);
});

test("the reset form focuses its error message if the link was used in the meantime", async () => {
	const token = await createResetToken(shop, await createAccount(shop));
	const page = await browser.newPage({ allowedProblems: rejectedFormProblems });
	await page.goto(`/reset-password?token=${token}`);
	await page.getByLabel("New password").fill(validPassword);
	await shop.db.delete(resetTokens);
	await press(page, "Change password");
	await expect
		.poll(() => page.locator(":focus").textContent())
		.toBe(errors.reset_link_expired.message);
});

test("reloading a rejected form or going back to it does not submit it again", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage({ allowedProblems: rejectedFormProblems });
	let submissionCount = 0;
	page.on("request", (request) => {
		if (request.method() === "POST" && new URL(request.url()).pathname === "/login")
			submissionCount += 1;
	});
	await page.goto("/login");
	await page.getByLabel("Email").fill(email);
	await getPasswordField(page).fill("wrong one");
	await press(page, "Login");
	await page.getByText(errors.invalid_credentials.message).waitFor();
	// Before the script has started, reloading or going back would submit the form again.
	await waitForHydration(page);
	await page.reload();
	expect(await page.getByText(errors.invalid_credentials.message).count()).toBe(0);
	await page.getByLabel("Email").fill(email);
	await getPasswordField(page).fill("wrong again");
	await press(page, "Login");
	await page.getByText(errors.invalid_credentials.message).waitFor();
	await waitForHydration(page);
	await getPasswordField(page).fill(validPassword);
	await press(page, "Login");
	await page.waitForURL(`${shop.url}/`);
	await page.goBack();
	await page.getByRole("button", { name: "SignOut" }).waitFor();
	await waitForHydration(page);
	expect(submissionCount).toBe(3);
});

test.each([
	["its account has since signed out", false],
	["another account has since signed in", true],
])("a page from the back/forward cache reloads if %s", async (_, hasNextAccount) => {
	const nextAccount = hasNextAccount && (await createAccount(shop));
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto(`/purchase/${id}`);
	const restoreFromCache = () =>
		page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await waitForToken(page);
	await page.getByLabel("Location").fill("still here");
	await restoreFromCache();
	expect(await page.evaluate(() => document.body.hidden)).toBe(false);
	expect(await page.getByLabel("Location").inputValue()).toBe("still here");
	const otherTab = await page.context().newPage();
	if (nextAccount) {
		const cookie = { name: "session", value: nextAccount.session, url: shop.url } as const;
		await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
		await otherTab.goto("/");
		await waitForToken(otherTab, nextAccount.email);
	} else {
		await otherTab.goto("/");
		await otherTab.getByRole("button", { name: "SignOut" }).click();
		// The script of the page after signing out removes the token.
		await waitForToken(otherTab, null);
	}
	await restoreFromCache();
	if (nextAccount) await page.locator(`[data-value="${nextAccount.email}"]`).first().waitFor();
	else await page.waitForURL("**/login**");
});

test("signup creates an account with the entered name and opens the home page", async () => {
	const page = await browser.newPage();
	await page.goto("/signup");
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill(createEmailAddress());
	await getPasswordField(page).fill(validPassword);
	await press(page, "Sign up");
	await page.waitForURL(`${shop.url}/`);
	await page.getByRole("button", { name: "SignOut" }).waitFor();
	await page.getByRole("link", { name: "Dashbord" }).click();
	await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Rae Ratchet");
});

test("signing out ends the session and removes the token", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/");
	await waitForToken(page);
	await page.evaluate(() => sessionStorage.setItem("drafts", "what was typed"));
	await press(page, "SignOut");
	await page.getByRole("heading", { name: "Login" }).waitFor();
	expect(await page.evaluate(() => sessionStorage.getItem("drafts"))).toBe(null);
	await waitForToken(page, null);
	expect((await account.fetch(`/orders/${account.email}`)).status).toBe(401);
});

test("a page without unsaved input reloads after a sign-out or a login in another tab", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myprofile");
	await waitForToken(page);
	const tab = await page.context().newPage();
	await tab.goto("/blogs");
	await press(tab, "SignOut");
	await page.getByRole("heading", { name: "Login" }).waitFor();
	await logIn(tab, account.email);
	await page.waitForURL("**/dashbord/myprofile");
});
