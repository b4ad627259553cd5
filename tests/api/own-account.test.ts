import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { addresses, orders, products, reviews, savedLists, sessions } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { accountExists, createShoppers, deleteOwnAccount } from "../support/own-account.ts";
import { validPassword as password } from "../support/passwords.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const readStock = async (id: string) =>
	(await shop.db.select().from(products).where(eq(products.id, id)).get())?.quantity;

const validFields = { password, sure: "yes" };

test("deleting an account ends its sessions, cancels and restocks its unpaid orders, keeps the paid ones, and anonymizes its reviews", async () => {
	const { product, checkout, shopper, otherShopper, orderId, review } = await createShoppers(shop);
	const paidOrder = await checkout.placeOrder(shopper);
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: `pi_${paidOrder}` })
		.where(eq(orders.id, paidOrder));
	expect(await readStock(product.id)).toBe(70);
	const page = await (await shopper.fetch("/dashbord/deleteaccount")).text();
	expect(page).toContain("ask us for a copy");
	const response = await deleteOwnAccount(shopper, validFields);
	expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
	const cookies = response.headers.getSetCookie().map(decodeURIComponent).join("\n");
	expect(cookies).toContain(success.accountDeleted);
	expect(cookies).toMatch(/^session=;/m);
	expect(await accountExists(shop, shopper)).toBe(false);
	expect(await shop.db.$count(addresses, eq(addresses.userId, shopper.id))).toBe(0);
	expect(await shop.db.$count(savedLists, eq(savedLists.userId, shopper.id))).toBe(0);
	expect((await shopper.fetch(`/admin/${shopper.email}`)).status).toBe(401);
	expect((await shopper.fetchWithToken(`/admin/${shopper.email}`)).status).toBe(401);
	const canceledRow = await shop.db.select().from(orders).where(eq(orders.id, orderId)).get();
	expect(canceledRow).toMatchObject({ state: "cancelled", userId: null, name: "Former customer" });
	expect(canceledRow).toMatchObject({ email: "", location: "", phone: "" });
	expect(await readStock(product.id)).toBe(80);
	const paidRow = await shop.db.select().from(orders).where(eq(orders.id, paidOrder)).get();
	expect(paidRow).toMatchObject({ userId: null, name: shopper.name, email: shopper.email });
	const reviewRow = await shop.db.select().from(reviews).where(eq(reviews.id, review.id)).get();
	expect(reviewRow).toMatchObject({
		name: "Former customer",
		email: "",
		img: "",
		review: review.review,
	});
	const otherReview = await shop.db
		.select()
		.from(reviews)
		.where(eq(reviews.userId, otherShopper.id))
		.get();
	expect(otherReview).toMatchObject({ name: otherShopper.name, email: otherShopper.email });
	const signupResponse = await shop.fetch("/auth/signup", createJsonInit({ ...shopper, password }));
	expect(signupResponse.status, "the email is free again").toBe(200);
});

test.each([
	["without the password", { sure: "yes" }, 400, "Password is Required"],
	[
		"with a wrong password",
		{ password: "not this", sure: "yes" },
		400,
		errors.wrong_password.message,
	],
	["without checking the confirmation box", { password }, 400, "Check the box"],
	[
		"if another account is signed in",
		{ ...validFields, account: "other@example.com" },
		403,
		errors.account_changed.message,
	],
])("an account cannot be deleted %s", async (_, fields, status, message) => {
	const { shopper, orderId } = await createShoppers(shop);
	const response = await deleteOwnAccount(shopper, fields);
	expect(response.status).toBe(status);
	expect(await response.text()).toContain(message);
	expect(await accountExists(shop, shopper)).toBe(true);
	expect(await shop.db.$count(orders, eq(orders.id, orderId))).toBe(1);
});

test("guessing the password on the deletion page counts against the login limit", async () => {
	const { shopper } = await createShoppers(shop, { password, useFastHash: true });
	const statuses: number[] = [];
	// Up to 25 attempts, because the limit's one-minute window may end once during the loop.
	while (statuses.length < 25 && !statuses.includes(429)) {
		statuses.push((await deleteOwnAccount(shopper, { password: "guess", sure: "yes" })).status);
	}
	expect(statuses.slice(0, -1)).toEqual(Array(statuses.length - 1).fill(400));
	expect([statuses.at(-1), statuses.length > 10]).toEqual([429, true]);
	expect(shop.logs().join("\n")).toContain('"security":"re-authentication rejected"');
});

test("an account without a password can be deleted only within fifteen minutes of signing in", async () => {
	const { shopper } = await createShoppers(shop, {});
	const setSessionAge = (minutes: number) =>
		shop.db
			.update(sessions)
			.set({ createdAt: new Date(Date.now() - minutes * 60_000) })
			.where(eq(sessions.userId, shopper.id));
	await setSessionAge(16);
	const lateResponse = await deleteOwnAccount(shopper, { sure: "yes" });
	expect(lateResponse.status).toBe(403);
	expect(await lateResponse.text()).toContain(errors.recent_sign_in_required.message);
	await setSessionAge(14);
	expect((await deleteOwnAccount(shopper, { sure: "yes" })).status).toBe(303);
	expect(await accountExists(shop, shopper)).toBe(false);
});

test("an account cannot be deleted until the bank has processed its payment", async () => {
	const { product } = await createShoppers(shop);
	const checkout = createCheckoutHelpers(shop, product);
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret, "pm_card_processing");
	const fields = { sure: "yes" };
	const response = await deleteOwnAccount(shopper, fields);
	expect(response.status).toBe(409);
	expect(await response.text()).toContain(errors.payment_processing.message);
	expect(await accountExists(shop, shopper)).toBe(true);
	await checkout.stripe.settlePayment(intentId, "succeeded");
	expect((await deleteOwnAccount(shopper, fields)).status).toBe(303);
	expect(await checkout.readTransactionId(orderId)).toBe(intentId);
	expect((await checkout.reconcilePayments()).lost).not.toContain(intentId);
});

test("an admin cannot delete their own account on the shoppers' page", async () => {
	const admin = await createAdmin(shop, { password });
	const profile = await (await admin.fetch("/dashbord/myprofile")).text();
	expect(profile).toContain("Download my data");
	expect(profile).not.toContain("Delete my account");
	const response = await deleteOwnAccount(admin, validFields);
	expect(response.headers.get("Location")).toContain("/login");
	expect(await accountExists(shop, admin)).toBe(true);
});
