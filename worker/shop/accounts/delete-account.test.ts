import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import type { Database } from "#worker/db/client.ts";
import { auditLog, orders, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder } from "../orders/place.ts";
import { deleteOwnAccount } from "./delete-account.ts";

const passwordHash = await hashPassword("first long secret");

async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const shopper = await local.addAccount();
	await local.anonymous.db.update(users).set({ passwordHash });
	const productId = await local.addProduct(100);
	const place = () =>
		placeOrder(local.shopOf(shopper), {
			productId,
			quantity: 10,
			location: "Here",
			phone: "1",
			idempotencyKey: null,
		});
	const shopOf = (watch: (trip: number) => Promise<void> | void) => {
		let trips = 0;
		return local.shopOf(shopper, () => watch(trips++));
	};
	return { local, db: local.anonymous.db, shopper, place, shopOf };
}

/** Every order is cancelled, and says no more whose it was. */
async function expectOnlyCancelled(db: Database) {
	for (const order of await db.select().from(orders)) {
		expect(order).toMatchObject({
			...{ state: "cancelled", userId: null, name: "Former customer" },
			...{ email: "", location: "", phone: "" },
		});
	}
}

test("an order placed at any moment of a deletion is cancelled too, or never made", async () => {
	for (let point = 0; point < 12; point += 1) {
		const { db, shopper, place, shopOf } = await createFixture();
		await place();
		const shop = shopOf(async (trip) => {
			if (trip === point) await place().catch(() => undefined);
		});
		await deleteOwnAccount(shop, "first long secret");
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
		await expectOnlyCancelled(db);
	}
}, 60_000);

test("a deletion that is killed at any point leaves all of the account or nothing, and can be repeated", async () => {
	let deaths = 0;
	for (let point = 0; point < 12; point += 1) {
		const { db, shopper, place, shopOf } = await createFixture();
		await place();
		const dying = shopOf((trip) => {
			if (trip === point) throw new Error("killed");
		});
		const died = await deleteOwnAccount(dying, "first long secret").catch(() => "died");
		if (died !== "died") continue;
		deaths += 1;
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(1);
		await deleteOwnAccount(
			shopOf(() => undefined),
			"first long secret",
		);
		expect(await db.$count(users)).toBe(0);
		await expectOnlyCancelled(db);
	}
	expect(deaths).toBeGreaterThan(4);
}, 60_000);

test("reviews and the audit log keep no name of an account that is deleted, others keep theirs", async () => {
	const { local, db, shopper, shopOf } = await createFixture();
	const other = await local.addAccount();
	for (const { id, name, email } of [shopper, other]) {
		const text = { review: "Good.", ratings: "5", img: "/pictures/people/tom.svg" };
		await db.insert(reviews).values({ id: `by ${id}`, userId: id, name, email, ...text });
		await db.insert(auditLog).values({
			...{ id: `about ${id}`, actor: "admin@example.com", action: "admin-made" },
			...{ subjectId: id, subject: email },
		});
	}
	await deleteOwnAccount(
		shopOf(() => undefined),
		"first long secret",
	);
	const left = { name: "Former customer", email: "", img: "" };
	expect(
		await db
			.select()
			.from(reviews)
			.where(eq(reviews.id, `by ${shopper.id}`)),
	).toMatchObject([left]);
	const lines = await db.select({ subject: auditLog.subject }).from(auditLog);
	expect(lines.map(({ subject }) => subject).sort()).toEqual(
		["Former customer", other.email].sort(),
	);
	expect(await db.$count(reviews, eq(reviews.email, other.email))).toBe(1);
});

test("an account that becomes an admin meanwhile is not deleted", async () => {
	const { db, shopper, shopOf } = await createFixture();
	const shop = shopOf(async (trip) => {
		if (trip === 1) await db.update(users).set({ role: "admin" });
	});
	await expect(deleteOwnAccount(shop, "first long secret")).rejects.toMatchObject({
		code: "account_busy",
	});
	expect(await db.$count(users, eq(users.id, shopper.id))).toBe(1);
	const admin = { ...shop, account: { ...shopper, role: "admin" as const } };
	await expect(deleteOwnAccount(admin, "first long secret")).rejects.toMatchObject({ status: 403 });
});

test("two concurrent requests to delete an account both succeed", async () => {
	for (const point of [0, 1, 3]) {
		const { db, shopper, place, shopOf } = await createFixture();
		await place();
		const other = shopOf(() => undefined);
		const shop = shopOf(async (trip) => {
			if (trip === point) await deleteOwnAccount(other, "first long secret");
		});
		await deleteOwnAccount(shop, "first long secret");
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
	}
}, 60_000);
