import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { hashPassword } from "#worker/auth/passwords.ts";
import type { Database } from "#worker/db/client.ts";
import { auditLog, orders, reviews, users } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { placeOrder, placeOrders } from "../orders/place.ts";
import { deleteOwnAccount } from "./delete-account.ts";

const password = "first long secret";
const passwordHash = await hashPassword(password);

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const shopper = await localShop.addAccount();
	await localShop.db.update(users).set({ passwordHash });
	const productId = await localShop.addProduct(100);
	const place = () =>
		placeOrder(localShop.createContext(shopper), {
			productId,
			quantity: 10,
			location: "Here",
			phone: "1",
			idempotencyKey: null,
		});
	const createContext = (
		beforeRoundTrip: (index: number) => Promise<void> | void = () => undefined,
	) => {
		let roundTrips = 0;
		return localShop.createContext(shopper, () => beforeRoundTrip(roundTrips++));
	};
	return { localShop, db: localShop.db, shopper, place, createContext };
}

/** Expects every order to be canceled and to contain no personal data. */
async function expectOnlyAnonymousCanceledOrders(db: Database) {
	for (const order of await db.select().from(orders)) {
		expect(order).toMatchObject({
			state: "cancelled",
			userId: null,
			name: "Former customer",
			email: "",
			location: "",
			phone: "",
		});
	}
}

test("an order placed at any point during an account deletion is rejected or canceled", async () => {
	for (let roundTrip = 0; roundTrip < 12; roundTrip += 1) {
		const { db, shopper, place, createContext } = await createFixture();
		await place();
		const context = createContext(async (index) => {
			if (index === roundTrip) await place().catch(() => undefined);
		});
		await deleteOwnAccount(context, password);
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
		await expectOnlyAnonymousCanceledOrders(db);
	}
}, 60_000);

test("a deletion that is interrupted at any point can be repeated, and until then the account remains", async () => {
	let interruptions = 0;
	for (let roundTrip = 0; roundTrip < 12; roundTrip += 1) {
		const { db, shopper, place, createContext } = await createFixture();
		await place();
		const interruptedContext = createContext((index) => {
			if (index === roundTrip) throw new Error("interrupted");
		});
		const outcome = await deleteOwnAccount(interruptedContext, password).catch(() => "interrupted");
		if (outcome !== "interrupted") continue;
		interruptions += 1;
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(1);
		await deleteOwnAccount(createContext(), password);
		expect(await db.$count(users)).toBe(0);
		await expectOnlyAnonymousCanceledOrders(db);
	}
	expect(interruptions).toBeGreaterThan(4);
}, 60_000);

test("deleting an account erases no other account's name from reviews and the audit log", async () => {
	const { localShop, db, shopper, createContext } = await createFixture();
	const other = await localShop.addAccount();
	for (const { id, name, email } of [shopper, other]) {
		const text = { review: "Good.", ratings: "5", img: "/pictures/people/tom.svg" };
		await db.insert(reviews).values({ id: `by ${id}`, userId: id, name, email, ...text });
		await db.insert(auditLog).values({
			id: `about ${id}`,
			actor: "admin@example.com",
			action: "admin-made",
			subjectId: id,
			subject: email,
		});
	}
	await deleteOwnAccount(createContext(), password);
	const anonymized = { name: "Former customer", email: "", img: "" };
	expect(
		await db
			.select()
			.from(reviews)
			.where(eq(reviews.id, `by ${shopper.id}`)),
	).toMatchObject([anonymized]);
	const entries = await db.select({ subject: auditLog.subject }).from(auditLog);
	expect(entries.map(({ subject }) => subject).sort()).toEqual(
		["Former customer", other.email].sort(),
	);
	expect(await db.$count(reviews, eq(reviews.email, other.email))).toBe(1);
});

test("a paid order keeps its customer's name, email and address, because accounting needs them", async () => {
	const { db, shopper, place, createContext } = await createFixture();
	await place();
	await db.update(orders).set({ paidAt: new Date(), transactionId: "pi_1" });
	await deleteOwnAccount(createContext(), password);
	const { name, email } = shopper;
	expect(await db.select().from(orders)).toMatchObject([
		{ userId: null, name, email, location: "Here", phone: "1" },
	]);
});

test("an account with hundreds of unpaid orders can be deleted in several requests, each within D1's limit of 1,000 statements", async () => {
	const { localShop, db, shopper } = await createFixture();
	const lineCount = 200;
	const lines = [];
	for (let index = 0; index < lineCount; index += 1)
		lines.push({ productId: await localShop.addProduct(1), quantity: 1 });
	await placeOrders(localShop.createContext(shopper), {
		lines,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	const countUnpaid = () => db.$count(orders, eq(orders.state, "unpaid"));
	for (let attempt = 0; (await countUnpaid()) > 0 && attempt < lineCount; attempt += 1) {
		let statementCount = 0;
		const context = localShop.createContext(shopper, (statements) => {
			statementCount += statements.length;
			if (statementCount > 1_000)
				throw new Error("D1_ERROR: Too many API requests by single Worker invocation.");
		});
		await deleteOwnAccount(context, password).catch((error: unknown) =>
			expect(error).toMatchObject({ code: "unpaid_orders_left" }),
		);
	}
	expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
	await expectOnlyAnonymousCanceledOrders(db);
});

test("another customer's unpaid order neither prevents a deletion nor is canceled by it", async () => {
	const { localShop, db, shopper, place, createContext } = await createFixture();
	await place();
	const otherShopper = await localShop.addAccount();
	await db.update(orders).set({ userId: otherShopper.id });
	await deleteOwnAccount(createContext(), password);
	expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
	expect(await db.select().from(orders)).toMatchObject([
		{ userId: otherShopper.id, state: "unpaid" },
	]);
});

test("an account that becomes an admin during its deletion is not deleted", async () => {
	const { db, shopper, createContext } = await createFixture();
	const context = createContext(async (index) => {
		if (index === 1) await db.update(users).set({ role: "admin" });
	});
	await expect(deleteOwnAccount(context, password)).rejects.toMatchObject({
		code: "account_busy",
	});
	expect(await db.$count(users, eq(users.id, shopper.id))).toBe(1);
	const adminContext = { ...context, account: { ...shopper, role: "admin" as const } };
	await expect(deleteOwnAccount(adminContext, password)).rejects.toMatchObject({ status: 403 });
});

test("two concurrent requests to delete an account both succeed", async () => {
	for (const roundTrip of [0, 1, 3]) {
		const { db, shopper, place, createContext } = await createFixture();
		await place();
		const concurrentContext = createContext();
		const context = createContext(async (index) => {
			if (index === roundTrip) await deleteOwnAccount(concurrentContext, password);
		});
		await deleteOwnAccount(context, password);
		expect(await db.$count(users, eq(users.id, shopper.id))).toBe(0);
	}
}, 60_000);
