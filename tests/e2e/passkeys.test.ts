import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { passkeys, sessions, users } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { launchChromium, startBrowser, waitForHydration } from "../support/browser.ts";
import { validPassword } from "../support/passwords.ts";
import { addSecondFactor } from "../support/second-factor.ts";
import { randomIpAddress, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** The shop's origin in wrangler.toml. Passkeys are bound to it. */
const origin = "http://localhost:8787";

/** Opens a browser that reaches the test shop at `origin`. */
async function openAtOrigin() {
	const { host } = new URL(shop.url);
	const launchedBrowser = await launchChromium([
		`--host-resolver-rules=MAP localhost:8787 ${host}`,
	]);
	onTestFinished(() => launchedBrowser.close());
	const context = await launchedBrowser.newContext({
		baseURL: origin,
		viewport: { width: 390, height: 844 },
		extraHTTPHeaders: { "CF-Connecting-IP": randomIpAddress() },
	});
	context.setDefaultTimeout(10_000);
	const page = await context.newPage();
	return { context, page };
}

/** Adds a virtual authenticator to the browser. Returns a function that sets whether it verifies its user. */
async function addAuthenticator(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send("WebAuthn.enable");
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return (isUserVerified: boolean) =>
		session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

const backdateSignIn = (userId: string) =>
	shop.db
		.update(sessions)
		.set({ createdAt: new Date(Date.now() - 60 * 60 * 1000) })
		.where(eq(sessions.userId, userId));

test("staff add a passkey, use it to log in and to confirm a role change, and remove it", async () => {
	const password = validPassword;
	const account = await createAccount(shop, { role: "admin", password, useFastHash: true });
	const { id } = account;
	const shopper = await createAccount(shop);
	const { context, page } = await openAtOrigin();
	const setUserVerified = await addAuthenticator(page);
	await context.addCookies([{ name: "session", value: account.session, url: origin }]);
	await backdateSignIn(id);

	await page.goto("/dashbord/myprofile");
	await page.getByRole("link", { name: "Add a passkey" }).click();
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.getByLabel("Your password").fill(password);
	await setUserVerified(false);
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText("The request was canceled or timed out").waitFor();
	await setUserVerified(true);
	await page.getByRole("button", { name: "Add a passkey" }).dblclick();
	await page.getByText("Passkey added").waitFor();
	const passkeyItem = page.getByRole("main").getByRole("listitem");
	expect(await passkeyItem.count()).toBe(1);
	await passkeyItem.getByText("not used yet").waitFor();
	await passkeyItem.getByText("Rename").click();
	await passkeyItem.getByLabel("Name").fill("My laptop");
	await passkeyItem.getByRole("button", { name: "Save" }).click();
	await page.getByText("Passkey renamed").waitFor();
	await passkeyItem.getByText("My laptop").first().waitFor();

	await addSecondFactor(shop.db, id);
	await context.clearCookies();
	await setUserVerified(false);
	await page.goto(`/login?from=/dashbord/makeAdmin?search=${shopper.email}`);
	await waitForHydration(page);
	expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe("username webauthn");
	await page.getByRole("button", { name: "Log in with a passkey" }).click();
	await page.getByText("The request was canceled or timed out").waitFor();
	await setUserVerified(true);
	await page.getByRole("button", { name: "Log in with a passkey" }).click();
	await page.getByRole("button", { name: "Set role" }).waitFor();

	await backdateSignIn(id);
	await page.getByRole("button", { name: "Set role" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Role").selectOption("support");
	await dialog.getByRole("button", { name: "Change role" }).click();
	await page.getByRole("button", { name: "Use a passkey" }).click();
	await page.getByText("Role changed").waitFor();
	const changedUser = await shop.db.select().from(users).where(eq(users.id, shopper.id)).get();
	expect(changedUser?.role).toBe("support");

	await page.goto("/dashbord/passkeys");
	await passkeyItem.getByRole("button", { name: "Remove" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
	await page.getByText("Passkey removed").waitFor();
	await page.getByText("You have no passkeys yet").waitFor();
	expect(await shop.db.$count(passkeys)).toBe(0);

	await context.clearCookies();
	await page.goto("/login");
	await waitForHydration(page);
	await page.getByRole("button", { name: "Log in with a passkey" }).click();
	await page.getByText("This passkey was not accepted").waitFor();
});

test("the passkey buttons are hidden in a browser without passkeys or JavaScript", async () => {
	const account = await createAccount(shop, { role: "support" });
	for (const [path, isSignedIn] of [
		["/login", false],
		["/dashbord/passkeys", true],
	] as const) {
		const page = await browser.newPage(isSignedIn ? { account } : {});
		await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
		await page.goto(path);
		await page.getByRole("button", { name: /passkey/ }).waitFor({ state: "hidden" });
	}
	const page = await browser.newPage({ account, javaScript: false });
	await page.goto("/dashbord/passkeys");
	await page.getByText("Turn on JavaScript to add a passkey.").waitFor();
	expect(await page.getByRole("button", { name: "Add a passkey" }).isVisible()).toBe(false);
});
