import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { openOrdersMax } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "./place.ts";

/** A shopper, and what places an order of one piece for them. */
async function createFixture(emailVerifiedAt: Date | null) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const shopper = await local.addAccount();
	await db.update(users).set({ emailVerifiedAt }).where(eq(users.id, shopper.id));
	const productId = await local.addProduct(1_000);
	const place = (idempotencyKey: string | null = null, shop = local.createShopFor(shopper)) =>
		placeOrder(shop, { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey });
	const fill = async (count: number) => {
		for (let made = 0; made < count; made++) await place();
	};
	const stock = async () => (await db.select().from(products).get())?.quantity;
	return { local, db, shopper, place, fill, stock };
}

const { unverified, verified } = openOrdersMax;
const errorOf = (max: number, isVerified: boolean) => {
	const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
	return { code, message: fillMessage(errors[code].message, { max }) };
};

test("an unverified account has three unpaid orders at a time; verified, it can order more", async () => {
	const { db, shopper, place, fill, stock } = await createFixture(null);
	await fill(unverified);
	await expect(place()).rejects.toMatchObject(errorOf(unverified, false));
	expect(await stock(), "nothing is taken").toBe(1_000 - unverified);
	await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, shopper.id));
	await place();
	expect(await db.$count(orders)).toBe(unverified + 1);
});

test("a verified account has a hundred unpaid orders at a time", async () => {
	const { fill, place, stock } = await createFixture(new Date());
	await fill(verified);
	await expect(place()).rejects.toMatchObject(errorOf(verified, true));
	expect(await stock()).toBe(1_000 - verified);
});

test("paid and cancelled orders do not count, and neither do another account's", async () => {
	const { local, db, place, fill } = await createFixture(null);
	await fill(unverified);
	const other = await local.addAccount();
	await db.update(users).set({ emailVerifiedAt: null });
	await place(null, local.createShopFor(other));
	const [first, second] = await db.select().from(orders);
	await db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: "pi_1" })
		.where(eq(orders.id, first?.id ?? ""));
	await place();
	await db.delete(orders).where(eq(orders.id, second?.id ?? ""));
	await place();
	await expect(place()).rejects.toMatchObject({ status: 409 });
});

test("the same order sent again is found, however many there are", async () => {
	const { place, fill } = await createFixture(null);
	const id = await place("key");
	await fill(unverified - 1);
	expect(await place("key")).toBe(id);
});

test("an order placed between the check and the write is counted: the check is the write", async () => {
	const { local, db, shopper, place, fill } = await createFixture(null);
	await fill(unverified - 1);
	let met = false;
	const shop = local.createShopFor(shopper, async (statements) => {
		if (met || !statements.some((sql) => sql.startsWith("insert into"))) return;
		met = true;
		await place(createId());
	});
	await expect(place(null, shop)).rejects.toMatchObject(errorOf(unverified, false));
	expect(await db.$count(orders)).toBe(unverified);
});
