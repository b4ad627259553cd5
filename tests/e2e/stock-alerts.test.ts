import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { success } from "#contract/messages.ts";
import { stockAlertsPath, toolPath } from "#contract/shop.ts";
import { products, stockAlerts } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createPdf } from "../support/create-pdf.ts";
import { readEmails } from "../support/emails.ts";
import { testAccessibility } from "../support/page-states.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const requestAlert = (page: Page) =>
	page.getByRole("button", { name: /^Email me when it's back/ }).click();

test("a customer requests a stock alert and opens the order form from its email", async () => {
	const customer = await createAccount(shop);
	const { id, name } = await createProduct(shop, { quantity: 0 });
	const page = await browser.newPage({ account: customer });
	await page.goto(toolPath(id));
	await requestAlert(page);
	await page.getByText(success.stockAlertRequested).first().waitFor();
	expect(new URL(page.url()).pathname).toBe(toolPath(id));
	await page.goto(stockAlertsPath);
	await page.getByRole("button", { name: `Cancel alert for ${name}` }).click();
	await page.getByText("You have no alerts.").waitFor();
	await page.goto(`${stockAlertsPath}?tool=${id}`);
	await requestAlert(page);
	await page.getByRole("button", { name: `Cancel alert for ${name}` }).waitFor();
	const admin = await createAdmin(shop);
	await admin.fetch(`/products/${id}`, createJsonInit({ updatequantity: 500 }, "PUT"));
	await shop.sweep();
	const [email, ...others] = await readEmails(shop, customer.email);
	expect(others).toEqual([]);
	expect(email?.subject).toBe(`Back in stock: ${name}`);
	const link = /https?:\/\/\S+\/tools\/\w+/.exec(email?.text ?? "")?.[0] ?? "";
	await page.goto(new URL(link).pathname);
	await page.getByRole("heading", { name, level: 1 }).waitFor();
	await page.getByRole("link", { name: "Purchase" }).click();
	await page.waitForURL((url) => url.pathname === `/purchase/${id}`);
});

const [shopper, newCustomer, staff] = await Promise.all([
	createAccount(shop),
	createAccount(shop, { isVerified: false }),
	createAccount(shop, { role: "catalogue" }),
]);
const [soldOutTool, requestedTool, removedTool] = await Promise.all([
	createProduct(shop, { quantity: 3 }),
	createProduct(shop, { quantity: 0 }),
	createProduct(shop, { quantity: 0 }),
]);
const alerts = [requestedTool, removedTool].map(({ id: productId }) => ({
	userId: shopper.id,
	productId,
}));
await shop.db.insert(stockAlerts).values(alerts);
await shop.db
	.update(products)
	.set({ deletedAt: new Date() })
	.where(eq(products.id, removedTool.id));
for (const title of ["Data sheet", "Manual", "Safety data sheet"]) {
	const body = new FormData();
	body.set("title", title);
	body.set("document", new Blob([createPdf(title)], { type: "application/pdf" }), "a.pdf");
	const path = `/products/${soldOutTool.id}/documents`;
	expect((await staff.fetchWithToken(path, { method: "POST", body })).status).toBe(200);
}

describe("for a customer", () => {
	testAccessibility({ browser, account: shopper }, [
		{ name: "a tool with a stock alert", path: toolPath(requestedTool.id) },
		{
			name: "stock alerts and a requested tool",
			path: `${stockAlertsPath}?tool=${soldOutTool.id}`,
		},
	]);
});

describe("for a new customer with an unverified email", () => {
	testAccessibility({ browser, account: newCustomer }, [
		{ name: "a sold-out tool with documents", path: toolPath(soldOutTool.id) },
		{ name: "the stock alerts page without an alert", path: stockAlertsPath },
		{
			name: "a tool whose alert the new customer requested",
			path: `${stockAlertsPath}?tool=${soldOutTool.id}`,
		},
	]);
});

describe("for staff", () => {
	testAccessibility({ browser, account: staff }, [
		{
			name: "a product with documents",
			path: `/dashbord/updateproducts/${soldOutTool.id}`,
		},
	]);
});
