import { eq } from "drizzle-orm";
import { images, reviews, users } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import { addAddress } from "./addresses.ts";
import { addBasketLine } from "./basket.ts";
import { createCheckoutHelpers } from "./checkout.ts";
import { validPassword } from "./passwords.ts";
import { createProduct, createReviewRow } from "./products.ts";
import { addSavedList } from "./saved-lists.ts";
import type { TestShop } from "./shop.ts";

const addReview = ({ db }: TestShop, account: TestAccount) =>
	db
		.insert(reviews)
		.values(
			createReviewRow(null, {
				userId: account.id,
				review: `Good, says ${account.id}`,
				name: account.name,
				email: account.email,
			}),
		)
		.returning()
		.get();

const addUpload = ({ db }: TestShop, account: TestAccount) =>
	db
		.insert(images)
		.values({ key: `${account.id}.png`, type: "image/png", bytes: 5, userId: account.id });

/** Creates a product and two shoppers who each have an order, a basket, a review, an upload, a saved list and an address. */
export async function createShoppers(
	shop: TestShop,
	accountOptions: Parameters<typeof createAccount>[1] = { password: validPassword },
) {
	const product = await createProduct(shop);
	const checkout = createCheckoutHelpers(shop, product);
	const [shopper, otherShopper] = await Promise.all([
		createAccount(shop, accountOptions),
		createAccount(shop),
	]);
	const orderId = await checkout.placeOrder(shopper);
	await checkout.placeOrder(otherShopper);
	const review = await addReview(shop, shopper);
	await addReview(shop, otherShopper);
	await Promise.all([addUpload(shop, shopper), addUpload(shop, otherShopper)]);
	await addBasketLine(shop, { userId: shopper.id, productId: product.id, quantity: 20 });
	await addBasketLine(shop, { userId: otherShopper.id, productId: product.id, quantity: 30 });
	for (const { id: userId } of [shopper, otherShopper])
		await addSavedList(shop, { userId, productId: product.id });
	await Promise.all([addAddress(shop, shopper.id), addAddress(shop, otherShopper.id)]);
	return { product, checkout, shopper, otherShopper, orderId, review };
}

export function deleteOwnAccount(
	account: TestAccount,
	fields: Record<string, string>,
	headers = {},
) {
	const body = new URLSearchParams({ email: account.email, ...fields });
	return account.fetch("/dashbord/deleteaccount", { method: "POST", body, headers });
}

export const accountExists = async ({ db }: TestShop, { id }: TestAccount) =>
	(await db.$count(users, eq(users.id, id))) === 1;
