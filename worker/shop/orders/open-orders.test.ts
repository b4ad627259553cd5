import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { unpaidOrdersMax } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "./place.ts";

/** Creates a shopper, and functions that place orders as the shopper, of one piece each by default. */
async function createFixture(emailVerifiedAt: Date | null) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const shopper = await localShop.addAccount();
	await db.update(users).set({ emailVerifiedAt }).where(eq(users.id, shopper.id));
	const productId = await localShop.addProduct(1_000);
	const place = (
		idempotencyKey: string | null = null,
		context = localShop.createContext(shopper),
		quantity = 1,
	) => placeOrder(context, { productId, quantity, location: "Here", phone: "1", idempotencyKey });
	const placeMany = async (count: number) => {
		for (let placed = 0; placed < count; placed++) await place();
	};
	const readStock = async () => (await db.select().from(products).get())?.quantity;
	return { localShop, db, shopper, productId, place, placeMany, readStock };
}

const { unverified: unverifiedMax, verified: verifiedMax } = unpaidOrdersMax;
const limitError = (max: number, isVerified: boolean) => {
	const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
	return { code, message: fillMessage(errors[code].message, { max }) };
};

test("limits an account to three unpaid orders until its email is verified", async () => {
	const { db, shopper, place, placeMany, readStock } = await createFixture(null);
	await placeMany(unverifiedMax);
	await expect(place()).rejects.toMatchObject(limitError(unverifiedMax, false));
	expect(await readStock(), "stock").toBe(1_000 - unverifiedMax);
	await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, shopper.id));
	await place();
	expect(await db.$count(orders)).toBe(unverifiedMax + 1);
});

test("limits a verified account to a hundred unpaid orders", async () => {
	const { placeMany, place, readStock } = await createFixture(new Date());
	await placeMany(verifiedMax);
	await expect(place()).rejects.toMatchObject(limitError(verifiedMax, true));
	expect(await readStock()).toBe(1_000 - verifiedMax);
});

test("does not count paid or deleted orders, or orders of another account", async () => {
	const { localShop, db, place, placeMany } = await createFixture(null);
	await placeMany(unverifiedMax);
	const otherShopper = await localShop.addAccount();
	await db.update(users).set({ emailVerifiedAt: null });
	await place(null, localShop.createContext(otherShopper));
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

test("returns the existing order for a repeated idempotency key, even at the limit", async () => {
	const { place, placeMany } = await createFixture(null);
	const id = await place("key");
	await placeMany(unverifiedMax - 1);
	expect(await place("key")).toBe(id);
});

test("enforces the limit if another order is placed just before this one is written", async () => {
	const { localShop, db, shopper, place, placeMany } = await createFixture(null);
	await placeMany(unverifiedMax - 1);
	let isPlaced = false;
	const racingContext = localShop.createContext(shopper, async (statements) => {
		if (isPlaced || !statements.some((sql) => sql.startsWith("insert into"))) return;
		isPlaced = true;
		await place(createId());
	});
	await expect(place(null, racingContext)).rejects.toMatchObject(limitError(unverifiedMax, false));
	expect(await db.$count(orders)).toBe(unverifiedMax);
});

/** Creates a shopper with an unpaid order of $999,900, and a tool at $100 a piece. */
async function createFixtureNearTotal() {
	const fixture = await createFixture(new Date());
	const { db, place } = fixture;
	await place();
	await db.update(orders).set({ quantity: 9_999, toolPriceCents: 10_000 });
	await db.update(products).set({ quantity: 20_000, priceCents: 10_000 });
	return fixture;
}

test("reports that the account was deleted, even if it was at the limit", async () => {
	const { localShop, db, shopper, place, placeMany } = await createFixture(null);
	await placeMany(unverifiedMax);
	// Deletes the account while the reason for the rejection is read.
	const racingContext = localShop.createContext(shopper, async (statements) => {
		if (!statements.some((statement) => statement.includes("checkouts_max"))) return;
		await db.delete(orders);
		await db.delete(users).where(eq(users.id, shopper.id));
	});
	await expect(place(null, racingContext)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("limits the total of an account's unpaid orders to $1,000,000, and explains the limit", async () => {
	const { localShop, db, shopper, place } = await createFixtureNearTotal();
	await expect(place(null, localShop.createContext(shopper), 2)).rejects.toMatchObject({
		code: "unpaid_total_too_high",
		message: fillMessage(errors.unpaid_total_too_high.message, {
			total: "$1,000,100.00",
			max: "$1,000,000.00",
		}),
	});
	const otherShopper = await localShop.addAccount();
	await place(null, localShop.createContext(otherShopper), 2);
	await place();
	await expect(place()).rejects.toMatchObject({ code: "unpaid_total_too_high" });
	await db.update(orders).set({ paidAt: new Date(), transactionId: orders.id });
	await place(null, localShop.createContext(shopper), 9_999);
});

test("accepts only one of several parallel orders that would each reach a limit", async () => {
	const nearTotal = await createFixtureNearTotal();
	const nearCount = await createFixture(null);
	await nearCount.placeMany(unverifiedMax - 1);
	for (const { place, db } of [nearTotal, nearCount]) {
		const countBefore = await db.$count(orders);
		const results = await Promise.allSettled(Array.from({ length: 20 }, () => place(createId())));
		expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(await db.$count(orders)).toBe(countBefore + 1);
	}
});
