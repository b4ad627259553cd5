import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe } from "vitest";
import { hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { cardFrame } from "../support/card.ts";
import { testAccessibility } from "../support/page-states.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const placed = v.object({ insertedId: v.string() });

async function placeOrder(account: TestAccount, productId: string): Promise<string> {
	const { email } = account;
	const order = { toolId: productId, email, quantity: 10, location: "Bay", phone: "1" };
	const response = await account.fetch("/orders", asJson(order));
	return v.parse(placed, await response.json()).insertedId;
}

const link = "a".repeat(32);

async function arrange() {
	const [shopper, newcomer, admin, other] = await Promise.all([
		createAccount(shop),
		createAccount(shop, { isVerified: false }),
		createAdmin(shop),
		createAdmin(shop),
	]);
	const [inStock, outOfStock] = await Promise.all([
		createProduct(shop),
		createProduct(shop, { quantity: 3 }),
	]);
	const order = await placeOrder(shopper, inStock.id);
	const paid = await placeOrder(shopper, inStock.id);
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: `pi_${paid}` })
		.where(eq(orders.id, paid));
	await shop.db.insert(emailVerifications).values({
		userId: newcomer.id,
		tokenHash: await hashToken(link),
		expiresAt: new Date(Date.now() + 3_600_000),
	});
	return {
		shopper,
		newcomer,
		admin,
		other,
		order,
		paid,
		inStock: inStock.id,
		outOfStock: outOfStock.id,
	};
}

let made: Awaited<ReturnType<typeof arrange>> | undefined;
beforeAll(async () => {
	made = await arrange();
});
function world() {
	if (!made) throw new Error("asked before it was arranged");
	return made;
}

describe("for a shopper", () => {
	testAccessibility(browser, world, ({ shopper }) => shopper, [
		{
			name: "the order form",
			path: ({ inStock }) => `/purchase/${inStock}`,
			next: [
				{
					name: "the order form with errors",
					action: async (page) => {
						await page.getByLabel("Order quantity").fill("1");
						await page.getByRole("button", { name: "Confirm order" }).click();
						await page.getByText("please order more then").waitFor();
					},
				},
			],
		},
		{ name: "a tool out of stock", path: ({ outOfStock }) => `/purchase/${outOfStock}` },
		{ name: "my profile", path: "/dashbord" },
		{
			name: "the end of an account",
			path: "/dashbord/deleteaccount",
			next: [
				{
					name: "the end of an account, not confirmed",
					action: async (page) => {
						await page.getByRole("button", { name: "Delete my account" }).click();
						await page.getByText("Check the box").waitFor();
					},
				},
			],
		},
		{
			name: "my orders",
			path: "/dashbord/myorders",
			next: [
				{
					name: "my orders, the question before an order is canceled",
					action: async (page) => {
						await page.getByRole("button", { name: "Cencel" }).first().click();
						await page.getByRole("dialog").waitFor();
					},
				},
			],
		},
		{ name: "an order that waits for payment", path: ({ order }) => `/dashbord/orders/${order}` },
		{ name: "an order that is paid", path: ({ paid }) => `/dashbord/orders/${paid}` },
		{ name: "an invoice", path: ({ paid }) => `/dashbord/invoice/${paid}` },
		{
			name: "the order form, filled in from an order before",
			path: ({ inStock, paid }) => `/purchase/${inStock}?again=${paid}`,
		},
		{
			name: "the payment",
			path: ({ order }) => `/dashbord/payment/${order}`,
			action: (page) => cardFrame(page).getByLabel("Card number").waitFor(),
		},
		{
			name: "the review form",
			path: "/dashbord/addreview",
			next: [
				{
					name: "the review form with errors",
					action: async (page) => {
						await page.locator("main").getByRole("button", { name: "Add Review" }).click();
						await page.getByText("Review is Required").waitFor();
					},
				},
			],
		},
	]);
});

describe("for a newcomer", () => {
	testAccessibility(browser, world, ({ newcomer }) => newcomer, [
		{ name: "my orders when there are none", path: "/dashbord/myorders" },
		{ name: "my profile, the email not verified", path: "/dashbord/myprofile" },
		{ name: "a link to verify the email", path: `/verify-email?token=${link}` },
		{ name: "a link to verify the email, of no use", path: "/verify-email?token=x" },
	]);
});

describe("for an admin", () => {
	testAccessibility(browser, world, ({ admin }) => admin, [
		{ name: "all orders", path: "/dashbord/manageAllorders" },
		{ name: "all orders, none found", path: "/dashbord/manageAllorders?search=nothing" },
		{ name: "the form of a new product", path: "/dashbord/addproducts" },
		{
			name: "the form of a product",
			path: ({ inStock }) => `/dashbord/updateproducts/${inStock}`,
		},
		{ name: "the products", path: "/dashbord/manageProducts" },
		{ name: "the users", path: "/dashbord/makeAdmin" },
		{ name: "the reviews", path: "/dashbord/manageReview" },
	]);
});
