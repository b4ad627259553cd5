import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { writeOrderEmail } from "#worker/shop/emails/write-order-email.ts";
import { findAxeViolations, wcagTags } from "../support/accessibility.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { readEmails, readResetToken } from "../support/emails.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
const product = { name: "Torque <b>wrench</b> & 'socket' set 40–200 Nm" };
const checkout = createCheckoutHelpers(shop, await createProduct(shop, product));
afterAll(() => shop.stop());

test("an email about several orders keeps each amount on one line and uses the link color for links", async () => {
	const rows = Array.from({ length: 2 }, (_, index) =>
		addOrder(shop, {
			productId: checkout.product.id,
			toolName: "Heavy-Duty Impact Socket Set, Metric, 1/2 in Drive, 10–32 mm, in Case",
			quantity: 120 + index,
			toolPriceCents: 13_900,
			paidAt: new Date(),
		}),
	);
	const [first, ...others] = await Promise.all(rows);
	if (!first) throw new Error("There is no order.");
	const { html } = writeOrderEmail("receipt", [first, ...others], shop.url);
	const page = await browser.newPage();
	await page.setContent(html);
	for (const width of [320, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		const amount = page.getByRole("cell", { name: "$16,680.00" });
		const lineCount = await amount.evaluate((cell) => {
			const range = document.createRange();
			range.selectNodeContents(cell);
			return range.getClientRects().length;
		});
		expect(lineCount, `${width} px`).toBe(1);
	}
	const link = page.getByRole("link", { name: "View your order" }).first();
	expect(await link.evaluate((element) => getComputedStyle(element).color)).toBe(
		"rgb(184, 67, 10)",
	);
});

/** Pays and ships an order with long values, and returns both emails. */
async function receiveOrderEmails() {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	const longValues = {
		name: "W".repeat(120),
		location: `Long Lane 1 <i>${"x".repeat(280)}`,
		phone: "+49 (0)30 901820-12345",
	};
	await shop.db.update(orders).set(longValues).where(eq(orders.id, orderId));
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	await expect.poll(() => readEmails(shop, shopper.email)).toHaveLength(1);
	await checkout.shipOrder(await createAdmin(shop), orderId);
	await expect.poll(() => readEmails(shop, shopper.email)).toHaveLength(2);
	const [shippingEmail, receipt] = await readEmails(shop, shopper.email);
	return [shippingEmail, receipt];
}

test("every email fits a width of 320 px and is accessible in light and dark color schemes", async () => {
	const orderEmails = await receiveOrderEmails();
	const { email } = await createAccount(shop);
	await shop.fetch("/auth/forgot", createJsonInit({ email }));
	await readResetToken(shop, email);
	const [resetEmail] = await readEmails(shop, email);
	const newCustomer = await createAccount(shop, { isVerified: false });
	const body = new URLSearchParams({ intent: "resend" });
	await newCustomer.fetch("/verify-email", { method: "POST", body });
	const [verificationEmail] = await readEmails(shop, newCustomer.email);
	const page = await browser.newPage();
	for (const message of [...orderEmails, resetEmail, verificationEmail]) {
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
