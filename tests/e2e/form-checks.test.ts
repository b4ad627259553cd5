import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { invalid, requiredMessages } from "#contract/messages.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { confirmOrder, fillDelivery, readDrafts } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("a form submitted before its validation script has loaded is busy until it is validated", async () => {
	const page = await browser.newPage();
	const continueCheck = await delayRequests(page, /\/check-form-/);
	await page.goto("/signup");
	await waitForHydration(page);
	const button = page.getByRole("button", { name: "Sign up", exact: true });
	await button.click();
	await button.and(page.locator("[aria-busy]")).waitFor();
	expect(await page.getByText(requiredMessages.name).count()).toBe(0);
	continueCheck();
	await page.getByText(requiredMessages.name).waitFor();
	const name = page.getByLabel("Name");
	await name.and(page.locator("[aria-invalid=true]:focus")).waitFor();
	const description = await name.getAttribute("aria-describedby");
	expect(await page.locator(`[id="${description}"]`).textContent()).toBe(requiredMessages.name);
	await name.fill("Rae Ratchet");
	await page.getByText(requiredMessages.name).waitFor({ state: "detached" });
	expect(await name.getAttribute("aria-describedby")).toBeNull();
	await page.getByText(requiredMessages.email).waitFor();
	expect(await button.getAttribute("aria-busy")).toBeNull();
});

test("focus stays in the first invalid field when it is corrected immediately", async () => {
	const page = await browser.newPage({ mockClock: true });
	await page.goto("/signup");
	await waitForHydration(page);
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	const name = page.getByLabel("Name");
	await name.and(page.locator("[aria-invalid=true]:focus")).waitFor();
	await page.keyboard.type("Rae Ratchet");
	await page.getByText(requiredMessages.name).waitFor({ state: "detached" });
	await page.clock.runFor(1_000);
	await name.and(page.locator(":focus")).waitFor();
});

test("a dashboard form whose validation script fails to load is submitted anyway and shows the server's errors", async () => {
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/status of 40[04]/],
	});
	await page.route(/\/form-check\.client-/, (route) => route.fulfill({ status: 404 }));
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	const response = page.waitForResponse((response) => response.request().method() === "POST");
	await page.getByRole("button", { name: "Save address" }).click();
	expect((await response).status()).toBe(400);
	await page.getByText(requiredMessages.addressLabel).waitFor();
});

test("a dashboard field that the server rejects gets focus and loses its message when edited", async () => {
	const account = await createAccount(shop);
	await addAddress(shop, account.id);
	const page = await browser.newPage({ account, allowedProblems: [/status of 409/] });
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	const label = page.getByLabel("Address name");
	await label.fill("Workshop");
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone").fill("555 0100");
	await page.getByRole("button", { name: "Save address" }).click();
	const message = page.getByText("You already have an address named Workshop");
	await message.waitFor();
	await label.and(page.locator(":focus")).waitFor();
	await label.fill("Barn");
	await message.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Save address" }).click();
	await page.getByRole("heading", { name: "Barn" }).waitFor();
});

test("editing a field removes the server's error before the form is sent again", async () => {
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	await page.goto("/signup");
	await waitForHydration(page);
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(validPassword);
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	const message = page.getByText("There is already an account with this email");
	await message.waitFor();
	await waitForHydration(page);
	const field = page.getByLabel("Email");
	await field.and(page.locator(":focus")).waitFor();
	// The script may load after the first attempts.
	await expect
		.poll(async () => {
			await field.fill(`new-${email}`);
			return message.count();
		})
		.toBe(0);
	expect(await field.getAttribute("aria-invalid")).toBeNull();
	expect(await field.getAttribute("aria-describedby")).toBeNull();
	await field.fill("nobody");
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	await page.getByText(invalid.email).waitFor();
	await field.fill(`new-${email}`);
	await page.getByText(invalid.email).waitFor({ state: "detached" });
});

test("the contact form focuses the first field that the server rejected", async () => {
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	await page.goto("/contact");
	await waitForHydration(page);
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill("rae@example.com");
	await page.getByLabel("What is it about?").selectOption({ index: 1 });
	await page.getByLabel("Message", { exact: true }).fill("   ");
	await page.getByRole("button", { name: "Send message" }).click();
	await page.getByText(requiredMessages.message).waitFor();
	await page.getByLabel("Message", { exact: true }).and(page.locator(":focus")).waitFor();
});

test("a form whose validation throws in the browser is validated by the server", async () => {
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	await page.goto("/signup");
	await waitForHydration(page);
	await page.locator("form[data-schema]").evaluate((form) => {
		form.dataset.schema = "unknown";
	});
	const response = page.waitForResponse((response) => response.request().method() === "POST");
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	expect((await response).status()).toBe(400);
	await page.getByText(requiredMessages.name).waitFor();
});

test("a dashboard form is busy while its validation script is loading", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	const continueCheck = await delayRequests(page, /\/form-check\.client-/);
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	const button = page.getByRole("button", { name: "Save address" });
	await button.click();
	await button.and(page.locator("[aria-busy=true]")).waitFor();
	continueCheck();
	await page.getByText(requiredMessages.addressLabel).waitFor();
	expect(await button.getAttribute("aria-busy")).toBeNull();
});

test("a rejected order form keeps the server's error when its submitted values are restored", async () => {
	const product = await createProduct(shop, { minimum: 1, quantity: 50 });
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/status of 400/],
	});
	await page.goto(`/purchase/${product.id}`);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("7");
	await fillDelivery(page);
	await shop.db.update(products).set({ quantity: 5 }).where(eq(products.id, product.id));
	const continueDraftsScript = await delayRequests(page, /\/drafts-/);
	const checkScriptResponse = page.waitForResponse(/\/check-form-/);
	await confirmOrder(page);
	const invalidQuantity = page
		.getByLabel("Order quantity")
		.and(page.locator("[aria-invalid=true]"));
	await invalidQuantity.waitFor();
	// The import is a string, because Vitest rewrites imports in code.
	await page.evaluate(`import("${(await checkScriptResponse).url()}")`);
	continueDraftsScript();
	await expect.poll(() => readDrafts(page)).not.toContain("sentOrder");
	expect(await invalidQuantity.count()).toBe(1);
});
