import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { passwordLength } from "#contract/limits.ts";
import { tooShort } from "#contract/messages.ts";
import { orderNumber } from "#contract/shop.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { isFocused } from "../support/keyboard.ts";
import { tooShortPassword, validPassword } from "../support/passwords.ts";
import { getCardFrame, payByCard, testCards } from "../support/pay-by-card.ts";
import { smallPicture } from "../support/pictures.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const openPage = async (path: string, options: Parameters<typeof browser.newPage>[0] = {}) => {
	const page = await browser.newPage(options);
	await page.goto(path);
	return page;
};

const isReadOnly = async (field: Locator) => (await field.getAttribute("readonly")) !== null;
const getInputType = (field: Locator) => field.getAttribute("type");
const getButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function expectReadOnlyNameAndEmail(page: Page, { name, email }: TestAccount) {
	for (const [label, value] of [
		["Name", name],
		["Email", email],
	] as const) {
		expect(await page.getByLabel(label).inputValue()).toBe(value);
		expect(await isReadOnly(page.getByLabel(label))).toBe(true);
	}
}

/** Expects the small red text of errors (specification.md §8). */
async function expectRedAndSmall(text: Locator) {
	await text.waitFor();
	const { color, fontSize } = await text.evaluate((element) => {
		const style = getComputedStyle(element);
		return { color: style.color, fontSize: style.fontSize };
	});
	const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
	expect(red).toBeGreaterThan(2 * Math.max(green, blue));
	expect(Number.parseFloat(fontSize)).toBeLessThan(16);
}

/** Uploads a picture, and expects that the form's button is busy and disabled until the upload finishes. */
async function expectBusyDuringUpload(page: Page, name: string) {
	const continueUpload = await delayRequests(page, "**/images");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.getByRole("progressbar", { name: "Uploading" }).waitFor();
	expect(await getButton(page, name).getAttribute("aria-busy")).toBe("true");
	expect(await getButton(page, name).isDisabled()).toBe(true);
	await getButton(page, name).locator(".spinner").waitFor();
	continueUpload();
	await page.locator("img[src^='/images/']").waitFor();
	await expect.poll(() => getButton(page, name).isEnabled()).toBe(true);
	expect(await getButton(page, name).getAttribute("aria-busy")).toBeNull();
}

test("the login screen shows its fields and links, and its errors in red", async () => {
	const page = await openPage("/login", { allowedProblems: [/status of 40[01]/] });
	await page.getByRole("heading", { name: "Login" }).waitFor();
	const password = page.getByLabel("Password", { exact: true });
	expect(await getInputType(password)).toBe("password");
	await page.getByRole("checkbox", { name: "See password" }).check();
	expect(await getInputType(password)).toBe("text");
	await page.getByRole("link", { name: "Continue with Google" }).waitFor();
	const signupLink = page.getByRole("main").getByRole("link", { name: "Create an account" });
	expect(await signupLink.getAttribute("href")).toMatch(/^\/signup/);
	await getButton(page, "forget Password?").click();
	await expectRedAndSmall(page.getByText("enter your email", { exact: true }));
	await page.getByLabel("Email").fill("nobody@example.com");
	await password.fill("wrong one");
	await getButton(page, "Login").click();
	await expectRedAndSmall(page.getByText(errors.invalid_credentials.message));
});

test("the signup screen shows its fields and links, and its errors in red", async () => {
	const { email } = await createAccount(shop);
	const page = await openPage("/signup", { allowedProblems: [/status of 400/] });
	const password = page.getByLabel("Password", { exact: true });
	await page.getByLabel("Email").fill(email);
	await password.fill(tooShortPassword);
	await getButton(page, "Sign up").click();
	await expectRedAndSmall(page.getByText("Name is Required"));
	await page.getByText(tooShort(passwordLength.min)).waitFor();
	await page.getByLabel("Name").fill("Rae Ratchet");
	await password.fill(validPassword);
	await page.getByRole("checkbox", { name: "Show password" }).check();
	expect(await getInputType(password)).toBe("text");
	await page.getByRole("link", { name: "Continue with Google" }).waitFor();
	const loginLink = page.getByRole("main").getByRole("link", { name: "Login" });
	expect(await loginLink.getAttribute("href")).toMatch(/^\/login/);
	await getButton(page, "Sign up").click();
	await expectRedAndSmall(page.getByText(errors.email_taken.message));
	expect(await page.getByLabel("Name").inputValue()).toBe("Rae Ratchet");
});

test("the purchase screen shows the product and a form with the account's name and email", async () => {
	const product = await createProduct(shop, { quantity: 140, minimum: 12, priceCents: 1_950 });
	const account = await createAccount(shop);
	const page = await openPage(`/purchase/${product.id}`, { account });
	await page.getByRole("heading", { name: product.name }).waitFor();
	const picture = page.getByRole("img", { name: product.name });
	expect(await picture.getAttribute("src")).toBe(product.img);
	await page.getByText(product.description).waitFor();
	await page.getByText("$19.50 per piece").waitFor();
	await page.getByText("140 pieces").waitFor();
	await expectReadOnlyNameAndEmail(page, account);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("12");
	expect(await page.getByLabel("Location").inputValue()).toBe("");
	expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe("");
	await page.getByLabel("Order quantity").fill("");
	await waitForHydration(page);
	await getButton(page, "Confirm order").click();
	for (const field of ["Quantity", "Location", "Phone"]) {
		await page.getByText(`${field} is Required`, { exact: true }).waitFor();
	}
});

test("the payment screen charges a card with the test key and the customer's name and email", async () => {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const orderId = await checkout.placeOrder(account);
	const page = await openPage(`/dashbord/payment/${orderId}`, { account, width: 390 });
	await page.getByRole("heading", { name: "Hello, Paula Payer" }).waitFor();
	await page.getByText(`Payment for order ${orderNumber(orderId)}`).waitFor();
	await page.getByRole("form", { name: "Card payment" }).getByText("$125.00").waitFor();
	const summary = page.getByRole("region", { name: "Your order" });
	expect((await summary.allInnerTexts()).flatMap((text) => text.split(/\n+/))).toEqual([
		`10 × ${checkout.product.name}`,
		"$12.50 per piece",
		expect.stringMatching(/^Reserved until /),
		"Deliver to",
		"Paula Payer",
		"Here",
		"1",
	]);
	await getCardFrame(page).getByLabel("Card number").waitFor();
	await expect.poll(() => getButton(page, "Pay").isEnabled()).toBe(true);
	const cardRequest = page.waitForRequest(/\/v1\/payment_methods/);
	await payByCard(page, testCards.valid);
	expect((await cardRequest).postData()).toContain("key=pk_test_");
	await page.getByText("payment Done", { exact: true }).waitFor();
	const thanksHeading = page.getByRole("heading", { name: "Thank you for your order" });
	await expect.poll(() => isFocused(thanksHeading)).toBe(true);
	await page.getByText(`Hello, Paula Payer. Order ${orderNumber(orderId)}`).waitFor();
	const transactionId = String(await checkout.readTransactionId(orderId));
	const intent = await checkout.stripe.sdk.paymentIntents.retrieve(transactionId, {
		expand: ["payment_method"],
	});
	expect(intent).toMatchObject({
		status: "succeeded",
		payment_method: { billing_details: { name: "Paula Payer", email: account.email } },
	});
	await page.reload();
	await page.getByText(transactionId).waitFor();
	expect(await getButton(page, "Pay").count()).toBe(0);
	const invoiceLink = page.getByRole("link", { name: "Invoice" });
	expect(await invoiceLink.getAttribute("href")).toBe(`/dashbord/invoice/${orderId}`);
	const shoppingLink = page.getByRole("link", { name: "Continue shopping" });
	expect(await shoppingLink.getAttribute("href")).toBe("/tools");
	await page.getByRole("link", { name: "View your order" }).click();
	await page.waitForURL(`/dashbord/orders/${orderId}`);
});

test("the dashboard opens the profile screen, which shows its fields and errors", async () => {
	const account = await createAccount(shop);
	const page = await openPage("/dashbord", { account });
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	await expectReadOnlyNameAndEmail(page, account);
	expect(await isReadOnly(page.getByLabel("Contact number"))).toBe(false);
	expect(await getInputType(page.getByLabel("Image"))).toBe("file");
	await getButton(page, "Update Your Profile").click();
	await page.getByText("Contact number is Required", { exact: true }).waitFor();
	await page.getByText("Image is Required", { exact: true }).waitFor();
	await expectBusyDuringUpload(page, "Update Your Profile");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download my data" }).click();
	expect((await download).suggestedFilename()).toBe("torque-tool-depot-my-data.json");
});

test("the review screen shows its fields and errors", async () => {
	const page = await openPage("/dashbord/addreview", { account: await createAccount(shop) });
	await page.getByRole("heading", { name: "Add Review" }).waitFor();
	await page.getByLabel("Review").waitFor();
	const ratings = page.getByLabel("Ratings");
	expect(await ratings.getAttribute("placeholder")).toBe("1-5");
	expect(await getInputType(ratings)).toBe("text");
	expect(await getInputType(page.getByLabel("Image"))).toBe("file");
	await page.getByRole("main").getByRole("button", { name: "Add Review" }).click();
	for (const field of ["Review", "Ratings", "Image"]) {
		await page.getByText(`${field} is Required`, { exact: true }).waitFor();
	}
	expect(await isFocused(page.getByLabel("Review"))).toBe(true);
	await expectBusyDuringUpload(page, "Add Review");
});

test("the new product screen shows its fields and errors", async () => {
	const page = await openPage("/dashbord/addproducts", { account: await createAdmin(shop) });
	await page.getByRole("heading", { name: "Add new Product" }).waitFor();
	await page.getByLabel("Name").waitFor();
	await page.getByLabel("Short description").waitFor();
	expect(await getInputType(page.getByLabel("Price"))).toBe("text");
	expect(await getInputType(page.getByLabel("Quantity in stock"))).toBe("number");
	expect(await getInputType(page.getByLabel("Minimum order quantity"))).toBe("number");
	expect(await getInputType(page.getByLabel("Image"))).toBe("file");
	await getButton(page, "Add Product").click();
	for (const field of ["Name", "decreption", "price", "Quantity", "Minimum", "Image"]) {
		await page.getByText(`${field} is Required`, { exact: true }).waitFor();
	}
	expect(await isFocused(page.getByLabel("Name"))).toBe(true);
	await expectBusyDuringUpload(page, "Add Product");
});

test("on the Update Product screen, every field except the name can be changed", async () => {
	const product = await createProduct(shop, { priceCents: 1_950, quantity: 140, minimum: 12 });
	const account = await createAdmin(shop);
	const page = await openPage(`/dashbord/manageProducts?search=${product.name}`, { account });
	const row = page.getByRole("row", { name: product.name });
	await row.getByRole("link", { name: "Update Product" }).click();
	await page.getByRole("heading", { name: "Update Product" }).waitFor();
	expect(await page.getByLabel("Name").inputValue()).toBe(product.name);
	expect(await isReadOnly(page.getByLabel("Name"))).toBe(true);
	const values = {
		"Short description": product.description,
		Price: "19.50",
		"Quantity in stock": "140",
		"Minimum order quantity": "12",
	};
	for (const [label, value] of Object.entries(values)) {
		const field = page.getByLabel(label);
		expect(await field.inputValue()).toBe(value);
		expect(await isReadOnly(field)).toBe(false);
		await field.fill("");
	}
	await getButton(page, "Update Product").click();
	for (const field of ["decreption", "price", "Quantity", "Minimum"]) {
		await page.getByText(`${field} is Required`, { exact: true }).waitFor();
	}
	for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
	await page.getByLabel("Price").fill("1.999");
	await getButton(page, "Update Product").click();
	await page.getByText("at most two decimals").waitFor();
	await page.getByLabel("Price").fill("1.99");
	await getButton(page, "Update Product").click();
	await page.getByText("Product Updated").waitFor();
	await page.getByRole("row", { name: product.name }).getByText("$1.99").waitFor();
});
