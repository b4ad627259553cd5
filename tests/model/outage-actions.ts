import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { ShopError } from "#contract/errors.ts";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	auditLog,
	orderEmails,
	orders,
	products,
	resetTokens,
	reviews,
	users,
} from "#worker/db/schema.ts";
import { updateProfile } from "#worker/shop/accounts/profile.ts";
import { resetPassword } from "#worker/shop/accounts/reset.ts";
import { makeAdmin } from "#worker/shop/accounts/roles.ts";
import { signInWithPassword, signUp } from "#worker/shop/accounts/sign-in.ts";
import { deleteUser } from "#worker/shop/accounts/users.ts";
import { addProduct, deleteProduct, setStock, updateProduct } from "#worker/shop/catalogue/edit.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { sweepUnpaidOrders } from "#worker/shop/orders/expire.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { countPieces } from "../support/count-pieces.ts";
import { otherPassword } from "../support/passwords.ts";
import {
	chargeOrder,
	expectPaidOnce,
	type Fixture,
	initialStock,
	password,
	reconcile,
	totalCents,
} from "./outage-fixture.ts";
import { attempt } from "./round-trip-hook.ts";

export type Action = {
	as?: "shopper" | "admin";
	/**
	 * Prepares the fixture for the action.
	 * @returns the action
	 */
	prepare(fixture: Fixture): Promise<(shop: ShopContext) => Promise<unknown>>;
	/** @throws Error if the action was not executed exactly once */
	check(fixture: Fixture): Promise<void>;
	/** Set if the shop executes a repeated request again, because nothing in it identifies the first one. */
	executesRepeats?: true;
};

/** Actions of shoppers, admins and Stripe. Each has a check that it was executed exactly once. */
export const actions: Record<string, Action> = {
	"place an order": {
		prepare: async ({ orderInput }) => {
			const input = { ...orderInput, quantity: 2, idempotencyKey: "key" };
			return (shop) => placeOrder(shop, input);
		},
		async check({ db, localShop, productId }) {
			expect(await db.$count(orders, eq(orders.idempotencyKey, "key"))).toBe(1);
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: 4,
				ordered: 6,
			});
		},
	},
	"order the last pieces": {
		prepare: async ({ orderInput }) => {
			const input = { ...orderInput, quantity: 6, idempotencyKey: "last" };
			return (shop) => placeOrder(shop, input);
		},
		async check({ localShop, productId }) {
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: 0,
				ordered: 10,
			});
		},
	},
	"cancel an order": {
		prepare:
			async ({ orderId }) =>
			(shop) =>
				cancelOrder(shop, orderId),
		async check({ localShop, productId }) {
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: initialStock,
				ordered: 0,
			});
		},
	},
	"expire an unpaid order": {
		async prepare(fixture) {
			await startPayment(fixture.createContext(), totalCents, fixture.orderId);
			return async (shop) => {
				const { failed } = await sweepUnpaidOrders(shop, new Date(Date.now() + 3 * 86_400_000));
				if (failed > 0) throw new ShopError("unavailable");
			};
		},
		async check({ db, localShop, productId }) {
			expect(await db.$count(orders, eq(orders.cancelReason, "expired"))).toBe(1);
			expect(await db.$count(auditLog)).toBe(1);
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: initialStock,
				ordered: 0,
			});
		},
	},
	"start a payment": {
		prepare:
			async ({ orderId }) =>
			(shop) =>
				startPayment(shop, totalCents, orderId),
		async check({ stripe, orderId }) {
			expect((await stripe.readLedger(orderId)).intents).toHaveLength(1);
		},
	},
	"confirm a payment": {
		async prepare(fixture) {
			const intentId = await chargeOrder(fixture);
			return (shop) => confirmPayment(shop, fixture.orderId, intentId);
		},
		check: expectPaidOnce,
	},
	"receive Stripe's webhooks": {
		async prepare(fixture) {
			await chargeOrder(fixture);
			const events = await fixture.stripe.readWebhooks(fixture.orderId);
			return async (shop) => {
				for (const { body, signature } of events) await receiveEvent(shop, body, signature);
			};
		},
		check: expectPaidOnce,
	},
	"refund a payment without an order": {
		async prepare(fixture) {
			await chargeOrder(fixture);
			await fixture.db.delete(orders);
			return async (shop) => {
				const { failed } = await sweepPayments(shop, Date.now() + 86_400_000);
				if (failed > 0) throw new ShopError("unavailable");
			};
		},
		async check(fixture) {
			const { lost, refunded } = await reconcile(fixture);
			expect([lost, refunded]).toEqual([[], 1]);
		},
	},
	"ship an order": {
		as: "admin",
		async prepare(fixture) {
			await confirmPayment(fixture.createContext(), fixture.orderId, await chargeOrder(fixture));
			return (shop) => shipOrder(shop, fixture.orderId);
		},
		async check({ db }) {
			expect(await db.$count(orders, sql`${orders.shippedAt} is not null`)).toBe(1);
			expect(await db.$count(orderEmails, eq(orderEmails.kind, "shipped"))).toBe(1);
		},
	},
	"log in": {
		prepare:
			async ({ shopper: { email } }) =>
			(shop) =>
				signInWithPassword(shop, { email, password }),
		check: async () => undefined,
	},
	"sign up": {
		prepare: async () => (shop) =>
			signUp(shop, { name: "New", email: "new@example.com", password }),
		async check({ db }) {
			expect(await db.$count(users, eq(users.email, "new@example.com"))).toBe(1);
		},
	},
	"reset a password": {
		async prepare({ db, shopper: { id: userId } }) {
			const token = createToken();
			const expiresAt = new Date(Date.now() + 60_000);
			await db.insert(resetTokens).values({ userId, tokenHash: await hashToken(token), expiresAt });
			return (shop) => resetPassword(shop, token, otherPassword);
		},
		async check({ db, createContext, shopper: { email } }) {
			expect(await db.$count(resetTokens)).toBe(0);
			expect(
				await attempt(signInWithPassword(createContext(), { email, password: otherPassword })),
			).toBe(true);
		},
	},
	"change a profile": {
		prepare: async () => (shop) => updateProfile(shop, { img: "/images/x", phone: "42" }),
		async check({ db }) {
			expect(await db.$count(users, eq(users.phone, "42"))).toBe(1);
		},
	},
	"make an admin": {
		as: "admin",
		prepare:
			async ({ otherShopper }) =>
			(shop) =>
				makeAdmin(shop, otherShopper.email),
		async check({ db }) {
			expect(await db.$count(users, eq(users.role, "admin"))).toBe(2);
		},
	},
	"delete a user": {
		as: "admin",
		prepare:
			async ({ otherShopper }) =>
			(shop) =>
				deleteUser(shop, otherShopper.email),
		async check({ db, otherShopper }) {
			expect(await db.$count(users, eq(users.id, otherShopper.id))).toBe(0);
		},
	},
	"set the stock": {
		as: "admin",
		prepare:
			async ({ productId }) =>
			(shop) =>
				setStock(shop, productId, 5),
		async check({ localShop, productId }) {
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: 5,
				ordered: 4,
			});
		},
	},
	"add to the stock": {
		as: "admin",
		prepare: async ({ productId }) => {
			const edit = { description: "D", priceCents: 1_999, minimum: 1, quantity: 8 };
			const form = { shownStock: 6, editKey: null, idempotencyKey: "key" };
			return (shop) => updateProduct(shop, productId, edit, form);
		},
		async check({ localShop, productId }) {
			expect(await countPieces(localShop.anonymousContext, productId)).toEqual({
				stock: 8,
				ordered: 4,
			});
		},
	},
	"delete a product": {
		as: "admin",
		prepare:
			async ({ productId }) =>
			(shop) =>
				deleteProduct(shop, productId),
		async check({ db }) {
			expect(await db.$count(products, sql`${products.deletedAt} is null`)).toBe(0);
		},
	},
	"add a product": {
		as: "admin",
		executesRepeats: true,
		prepare: async () => {
			const product = {
				name: "New",
				description: "D",
				img: "/images/x",
				priceCents: 1,
				quantity: 1,
				minimum: 1,
			};
			return (shop) => addProduct(shop, product);
		},
		async check({ db }) {
			expect(await db.$count(products, eq(products.name, "New"))).toBe(1);
		},
	},
	"write a review": {
		executesRepeats: true,
		prepare: async () => (shop) =>
			addReview(shop, { review: "Good", ratings: "5", img: "/images/x" }),
		async check({ db }) {
			expect(await db.$count(reviews)).toBe(1);
		},
	},
	"delete a review": {
		as: "admin",
		async prepare({ db }) {
			const id = createId();
			const review = { id, review: "Bad", ratings: "1", img: "/images/x", name: "N", email: "e" };
			await db.insert(reviews).values(review);
			return (shop) => deleteReview(shop, id);
		},
		async check({ db }) {
			expect(await db.$count(reviews)).toBe(0);
		},
	},
};
