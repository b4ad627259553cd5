import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { ShopError } from "#contract/errors.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	orderMails,
	orders,
	payments,
	products,
	resetTokens,
	reviews,
	users,
} from "#worker/db/schema.ts";
import { updateProfile } from "#worker/shop/accounts/profile.ts";
import { resetPassword } from "#worker/shop/accounts/reset.ts";
import { login, signup } from "#worker/shop/accounts/session.ts";
import { deleteUser, makeAdmin } from "#worker/shop/accounts/users.ts";
import { addProduct, deleteProduct, setStock, updateProduct } from "#worker/shop/catalogue/edit.ts";
import type { Shop } from "#worker/shop/context.ts";
import { cancelOrder } from "#worker/shop/orders/cancel.ts";
import { placeOrder } from "#worker/shop/orders/place.ts";
import { shipOrder } from "#worker/shop/orders/ship.ts";
import { confirmPayment } from "#worker/shop/payments/settle.ts";
import { startPayment } from "#worker/shop/payments/start.ts";
import { sweepPayments } from "#worker/shop/payments/sweep.ts";
import { receiveEvent } from "#worker/shop/payments/webhook.ts";
import { addReview } from "#worker/shop/reviews/add.ts";
import { deleteReview } from "#worker/shop/reviews/moderate.ts";
import { countUnits } from "../support/count-units.ts";
import { createLocalShop } from "../support/local-shop.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import { auditMoney } from "../support/money-audit.ts";
import type { simulateOutage } from "../support/outage.ts";
import { intentIdOf } from "../support/stripe.ts";
import { attempt, createShop } from "./actors.ts";

const put = 10;
const totalCents = 1_999 * 4;
const password = "first long secret";
const passwordHash = await hashPassword(password);

type Watch = ReturnType<typeof simulateOutage>["watch"];

/** A shop of its own with ten pieces, four of them ordered, and what else an act wants to be there. */
export async function createFixture() {
	const local = createLocalShop();
	const stripe = createLocalStripe();
	const { db } = local.anonymous;
	const [shopper, other, admin] = await Promise.all([
		local.addAccount(),
		local.addAccount(),
		local.addAccount("admin"),
	]);
	await db.update(users).set({ passwordHash });
	const productId = await local.addProduct(put);
	const shopFor = (as = shopper, watch?: Watch): Shop => {
		const shop = createShop(local, stripe, as, () => undefined);
		return { ...shop, db: local.createShopFor(as, watch).db };
	};
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(shopFor(), placing);
	return { local, db, stripe, shopFor, shopper, other, admin, productId, placing, order };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Opens the payment of the order and charges the card. @returns the intent's id */
async function charge({ shopFor, stripe, order }: Fixture): Promise<string> {
	const secret = await startPayment(shopFor(), totalCents, order);
	await stripe.chargeCard(secret);
	return intentIdOf(secret);
}

const paidOnce = { payments: 1, paidOnce: 1, refunded: 0, differenceCents: 0, lost: [] };

const auditFixture = async ({ db, stripe }: Fixture) => auditMoney(db, await stripe.readLedger());

async function isPaidOnce(fixture: Fixture) {
	expect(await auditFixture(fixture)).toMatchObject(paidOnce);
	expect(await fixture.db.select().from(payments)).toMatchObject([{ status: "paid" }]);
	expect(await fixture.db.$count(orderMails, eq(orderMails.kind, "receipt"))).toBe(1);
}

export type Act = {
	as?: "shopper" | "admin";
	/** Arranges what the act needs. @returns the act */
	prepare(fixture: Fixture): Promise<(shop: Shop) => Promise<unknown>>;
	/** @throws where it was not done, or done twice */
	check(fixture: Fixture): Promise<void>;
	/** Done again by hand, it is done again: nobody can tell it from a wish for two. */
	repeats?: true;
};

/** What people do to a shop, and how one sees that it was done once. */
export const acts: Record<string, Act> = {
	"place an order": {
		prepare: async ({ placing }) => {
			const keyed = { ...placing, quantity: 2, idempotencyKey: "key" };
			return (shop) => placeOrder(shop, keyed);
		},
		async check({ db, local, productId }) {
			expect(await db.$count(orders, eq(orders.idempotencyKey, "key"))).toBe(1);
			expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 4, ordered: 6 });
		},
	},
	"buy the last pieces": {
		prepare: async ({ placing }) => {
			const last = { ...placing, quantity: 6, idempotencyKey: "last" };
			return (shop) => placeOrder(shop, last);
		},
		async check({ local, productId }) {
			expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 0, ordered: 10 });
		},
	},
	"cancel an order": {
		prepare:
			async ({ order }) =>
			(shop) =>
				cancelOrder(shop, order),
		async check({ local, productId }) {
			expect(await countUnits(local.anonymous, productId)).toEqual({ stock: put, ordered: 0 });
		},
	},
	"open a payment": {
		prepare:
			async ({ order }) =>
			(shop) =>
				startPayment(shop, totalCents, order),
		async check({ stripe, order }) {
			expect((await stripe.readLedger(order)).intents).toHaveLength(1);
		},
	},
	"confirm a payment": {
		async prepare(fixture) {
			const intent = await charge(fixture);
			return (shop) => confirmPayment(shop, fixture.order, intent);
		},
		check: isPaidOnce,
	},
	"hear Stripe's webhooks": {
		async prepare(fixture) {
			await charge(fixture);
			const events = await fixture.stripe.readWebhooks(fixture.order);
			return async (shop) => {
				for (const { body, signature } of events) await receiveEvent(shop, body, signature);
			};
		},
		check: isPaidOnce,
	},
	"give a payment back": {
		async prepare(fixture) {
			await charge(fixture);
			await fixture.db.delete(orders);
			return async (shop) => {
				const { failed } = await sweepPayments(shop, Date.now() + 86_400_000);
				if (failed > 0) throw new ShopError("unavailable");
			};
		},
		async check(fixture) {
			const { lost, refunded } = await auditFixture(fixture);
			expect([lost, refunded]).toEqual([[], 1]);
		},
	},
	"ship an order": {
		as: "admin",
		async prepare(fixture) {
			await confirmPayment(fixture.shopFor(), fixture.order, await charge(fixture));
			return (shop) => shipOrder(shop, fixture.order);
		},
		async check({ db }) {
			expect(await db.$count(orders, sql`${orders.shippedAt} is not null`)).toBe(1);
			expect(await db.$count(orderMails, eq(orderMails.kind, "shipped"))).toBe(1);
		},
	},
	"log in": {
		prepare:
			async ({ shopper: { email } }) =>
			(shop) =>
				login(shop, { email, password }),
		check: async () => undefined,
	},
	"sign up": {
		prepare: async () => (shop) =>
			signup(shop, { name: "New", email: "new@example.com", password }),
		async check({ db }) {
			expect(await db.$count(users, eq(users.email, "new@example.com"))).toBe(1);
		},
	},
	"choose a new password": {
		async prepare({ db, shopper: { id: userId } }) {
			const token = createToken();
			const expiresAt = new Date(Date.now() + 60_000);
			await db.insert(resetTokens).values({ userId, tokenHash: await hashToken(token), expiresAt });
			return (shop) => resetPassword(shop, token, "second long secret");
		},
		async check({ db, shopFor, shopper: { email } }) {
			expect(await db.$count(resetTokens)).toBe(0);
			expect(await attempt(login(shopFor(), { email, password: "second long secret" }))).toBe(true);
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
			async ({ other }) =>
			(shop) =>
				makeAdmin(shop, other.email),
		async check({ db }) {
			expect(await db.$count(users, eq(users.role, "admin"))).toBe(2);
		},
	},
	"delete a user": {
		as: "admin",
		prepare:
			async ({ other }) =>
			(shop) =>
				deleteUser(shop, other.email),
		async check({ db, other }) {
			expect(await db.$count(users, eq(users.id, other.id))).toBe(0);
		},
	},
	"set the stock": {
		as: "admin",
		prepare:
			async ({ productId }) =>
			(shop) =>
				setStock(shop, productId, 5),
		async check({ local, productId }) {
			expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 5, ordered: 4 });
		},
	},
	"add to the stock": {
		as: "admin",
		prepare: async ({ productId }) => {
			const edit = { description: "D", priceCents: 1_999, minimum: 1, quantity: 8 };
			return (shop) =>
				updateProduct(shop, productId, edit, { seen: 6, editKey: null, idempotencyKey: "key" });
		},
		async check({ local, productId }) {
			expect(await countUnits(local.anonymous, productId)).toEqual({ stock: 8, ordered: 4 });
		},
	},
	"take a product out": {
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
		repeats: true,
		prepare: async () => {
			const numbers = { priceCents: 1, quantity: 1, minimum: 1 };
			const product = { name: "New", description: "D", img: "/images/x", ...numbers };
			return (shop) => addProduct(shop, product);
		},
		async check({ db }) {
			expect(await db.$count(products, eq(products.name, "New"))).toBe(1);
		},
	},
	"write a review": {
		repeats: true,
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
			const texts = { review: "Bad", ratings: "1", img: "/images/x", name: "N", email: "e" };
			await db.insert(reviews).values({ id, ...texts });
			return (shop) => deleteReview(shop, id);
		},
		async check({ db }) {
			expect(await db.$count(reviews)).toBe(0);
		},
	},
};
