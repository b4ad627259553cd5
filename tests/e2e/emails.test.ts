import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders } from "#worker/db/schema.ts";
import { totalCents } from "#worker/shop/orders/read.ts";
import { findAxeViolations, wcagTags } from "../support/accessibility.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { readEmails, readResetToken } from "../support/emails.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
const product = { name: "Torque <b>wrench</b> & 'socket' set 40–200 Nm" };
const checkout = createCheckout(shop, await createProduct(shop, product));
afterAll(() => shop.stop());

/** Pays and ships an order with long values, and returns its row and both emails. */
async function receiveOrderEmails() {
	const { shopper, order, secret, intent } = await checkout.beginPayment();
	const longValues = { name: "W".repeat(120), location: `Long Lane 1 <i>${"x".repeat(280)}` };
	await shop.db.update(orders).set(longValues).where(eq(orders.id, order));
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, order, intent);
	await expect.poll(() => readEmails(shop, shopper.email)).toHaveLength(1);
	await (await createAdmin(shop)).fetch(`/shiftorders/${order}`, { method: "PATCH" });
	await expect.poll(() => readEmails(shop, shopper.email)).toHaveLength(2);
	const [shippingEmail, receipt] = await readEmails(shop, shopper.email);
	const row = await shop.db.select().from(orders).where(eq(orders.id, order)).get();
	if (!row || !shippingEmail || !receipt) throw new Error("The order or its emails are missing");
	return { row, shippingEmail, receipt };
}

test("the receipt and the shipping email show every value of the order as text", async () => {
	const { row, shippingEmail, receipt } = await receiveOrderEmails();
	const page = await browser.newPage({ javaScript: false });
	const orderRows = [
		["Order", orderNumber(row.id)],
		["Paid", formatDay(row.paidAt ?? new Date(0))],
		["Tool", product.name],
		["Pieces", "10"],
		["Price per piece", formatCents(row.toolPriceCents)],
		["Total paid", formatCents(totalCents(row))],
		["Deliver to", `${row.name}, ${row.location}, ${row.phone}`],
		["Transaction", row.transactionId],
	];
	const shippedRow = ["Shipped", formatDay(row.shippedAt ?? new Date(0))];
	for (const [email, expectedRows] of [
		[receipt, orderRows],
		[shippingEmail, [...orderRows.slice(0, 2), shippedRow, ...orderRows.slice(2)]],
	] as const) {
		await page.setContent(email.html);
		const rows = await page.locator("tr:has(> th)").all();
		const actualRows = await Promise.all(
			rows.map((tableRow) => tableRow.locator("th, td").allInnerTexts()),
		);
		expect(actualRows).toEqual(expectedRows);
		const links = await page
			.getByRole("link")
			.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
		expect(links).toEqual([
			`${shop.env.SHOP_ORIGIN}/dashbord/orders/${row.id}`,
			`${shop.env.SHOP_ORIGIN}/dashbord/invoice/${row.id}`,
		]);
		for (const [name, value] of expectedRows) expect(email.text).toContain(`\n${name}: ${value}`);
	}
});

test("every email fits a width of 320 px, and is accessible in light and dark color schemes", async () => {
	const { shippingEmail, receipt } = await receiveOrderEmails();
	const { email } = await createAccount(shop);
	await shop.fetch("/auth/forgot", asJson({ email }));
	await readResetToken(shop, email);
	const [reset] = await readEmails(shop, email);
	const newcomer = await createAccount(shop, { isVerified: false });
	const body = new URLSearchParams({ intent: "resend" });
	await newcomer.fetch("/verify-email", { method: "POST", body });
	const [verification] = await readEmails(shop, newcomer.email);
	const page = await browser.newPage();
	for (const message of [receipt, shippingEmail, reset, verification]) {
		await page.setContent(message?.html ?? "");
		for (const width of [320, 1280]) {
			await page.setViewportSize({ width, height: 900 });
			const [contentWidth] = await page
				.locator("table.paper")
				.evaluateAll((all) => all.map((table) => table.getBoundingClientRect().width));
			expect(contentWidth).toBeLessThanOrEqual(600);
			const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(scrollWidth).toBeLessThanOrEqual(width);
		}
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(
				await findAxeViolations(page, wcagTags),
				`${message?.subject}, ${colorScheme}`,
			).toEqual([]);
		}
	}
}, 90_000);
