import { eq, isNotNull } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { unpaidTotalMaxCents } from "#contract/limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import {
	auditLog,
	orderEmails,
	orders,
	resetTokens,
	stockMovements,
	users,
} from "#worker/db/schema.ts";
import { createOrderFixture } from "../../../tests/model/payment-fixture.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { createOrderRow } from "../../../tests/support/orders.ts";
import { signInWithGoogle } from "../accounts/google.ts";
import { readResetLink, resetPassword } from "../accounts/reset.ts";
import { signUp } from "../accounts/sign-in.ts";
import { sweepOrderEmails } from "../emails/send-order-emails.ts";
import { findCustomers, getCustomer, placeOrdersForCustomer } from "./place-for-customer.ts";
import { getTimeline } from "./timeline.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

async function createFixture() {
	const fixture = await createOrderFixture();
	onTestFinished(fixture.localShop.close);
	const { createContext, admin, productId, localShop, db } = fixture;
	await db.delete(orderEmails);
	const staffContext = createContext(admin);
	const otherProductId = await localShop.addProduct(20);
	const email = "ann@example.com";
	const input = {
		customer: { email, name: "Ann", phone: "555" },
		lines: [
			{ productId, quantity: 2 },
			{ productId: otherProductId, quantity: 3 },
		],
		location: "1 Bay Road",
		phone: "555",
		idempotencyKey: "key",
	};
	const readUser = () => db.select().from(users).where(eq(users.email, email)).get();
	return { ...fixture, staffContext, email, input, readUser };
}

test("places orders for a new customer, who gets one email with a link to pay for them without an account", async () => {
	const { staffContext, input, db, admin, readUser, email } = await createFixture();
	const ids = await placeOrdersForCustomer(staffContext, input);
	expect(await placeOrdersForCustomer(staffContext, input), "repeated request").toEqual(ids);
	const user = await readUser();
	expect(user).toMatchObject({ name: "Ann", passwordHash: null, emailVerifiedAt: null });
	const placedOrders = await db.select().from(orders).where(eq(orders.email, email));
	expect(placedOrders).toHaveLength(2);
	for (const order of placedOrders)
		expect(order).toMatchObject({ userId: user?.id, placedBy: admin.id, state: "unpaid" });
	const entries = await db.select().from(auditLog).where(eq(auditLog.action, "order-placed"));
	expect(entries.map(({ actor, subjectId }) => [actor, subjectId]).sort()).toEqual(
		ids.map((id) => [admin.email, id]).sort(),
	);
	const [id = ""] = ids;
	const [movement] = await db.select().from(stockMovements).where(eq(stockMovements.orderId, id));
	expect(movement).toMatchObject({ change: -2, userId: admin.id });
	expect(await getTimeline(staffContext, id)).toContainEqual(
		expect.objectContaining({ text: "Placed", by: admin.email }),
	);
	const { sandbox, sentEmails } = createLocalOutbox();
	await sweepOrderEmails(withEnv(staffContext, { SANDBOX: sandbox }), new Date());
	expect(sentEmails.map(({ to, subject }) => [to, subject])).toEqual([
		[email, expect.stringMatching(/^Pay for your 2 orders/)],
	]);
	expect(sentEmails[0]?.text.match(/\/pay\/[a-z2-7]{32}/g)).toHaveLength(1);
});

test("reminders of orders that staff placed always have a payment link; other emails have one only if the customer cannot log in", async () => {
	const { staffContext, input, db, readUser } = await createFixture();
	await placeOrdersForCustomer(staffContext, input);
	const { sandbox, sentEmails } = createLocalOutbox();
	const sendEmail = async (kind: "reminder" | "receipt") => {
		await db.update(orderEmails).set({ nextTryAt: null });
		const placedOrders = await db.select().from(orders).where(isNotNull(orders.placedBy));
		const rows = placedOrders.map(({ id: orderId }) => ({ orderId, kind, nextTryAt: new Date(0) }));
		await db.delete(orderEmails).where(eq(orderEmails.kind, kind));
		await db.insert(orderEmails).values(rows);
		await sweepOrderEmails(withEnv(staffContext, { SANDBOX: sandbox }), new Date());
		return sentEmails.splice(0).map(({ text }) => text.includes("/pay/"));
	};
	expect(await sendEmail("receipt")).toEqual([true]);
	const { id = "" } = (await readUser()) ?? {};
	await db.update(users).set({ passwordHash: "hash" }).where(eq(users.id, id));
	expect(await sendEmail("reminder")).toEqual([true]);
	expect(await sendEmail("receipt")).toEqual([false]);
});

test("places nothing if the new customer's account is deleted before it is read", async () => {
	const { createContext, admin, input, db, readUser, email } = await createFixture();
	let isCreated = false;
	const racingContext = createContext(admin, async (statements) => {
		if (isCreated) await db.delete(users).where(eq(users.email, email));
		isCreated = statements.some((sql) => sql.startsWith('insert into "users"'));
	});
	await expect(placeOrdersForCustomer(racingContext, input)).rejects.toMatchObject({
		code: "unavailable",
	});
	expect(await readUser()).toBeUndefined();
});

test("shows staff the delivery address of the customer's newest order that was not canceled", async () => {
	const { staffContext, localShop, db, productId } = await createFixture();
	const { id: userId } = await localShop.addAccount();
	expect(await getCustomer(staffContext, userId)).toMatchObject({ id: userId, delivery: null });
	const place = (location: string, day: number, values = {}) =>
		db.insert(orders).values({
			...createOrderRow({ productId, userId, location }),
			createdAt: new Date(day),
			...values,
		});
	await place("3 Old Road", 1);
	await place("1 Bay Road", 2, { company: "Bay Garage", purchaseOrder: "PO 7" });
	await place("2 Wrong Road", 3, { cancelledAt: new Date() });
	const address = { location: "1 Bay Road", phone: "555 0100", company: "Bay Garage" };
	expect((await getCustomer(staffContext, userId)).delivery).toEqual({ ...address, vatNumber: "" });
});

test("rejects orders for a staff account", async () => {
	const { staffContext, input, admin } = await createFixture();
	await expect(
		placeOrdersForCustomer(staffContext, {
			...input,
			customer: { ...input.customer, email: admin.email },
		}),
	).rejects.toMatchObject({ code: "customer_is_staff" });
});

test("rejects orders for an account that a stranger may have created", async () => {
	const { staffContext, input, db, createContext, email } = await createFixture();
	await signUp(createContext(null), { name: "Eve", email, password: "secret" });
	await expect(placeOrdersForCustomer(staffContext, input)).rejects.toMatchObject({
		code: "customer_unverified",
	});
	await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email));
	expect(await placeOrdersForCustomer(staffContext, input)).toHaveLength(2);
});

test("rejects orders for an account that a stranger may have created with Google", async () => {
	const { staffContext, input, createContext, email } = await createFixture();
	await signInWithGoogle(createContext(null), {
		sub: "1",
		email,
		name: "Eve",
		emailVerified: true,
		isGoogleAuthoritative: false,
	});
	await expect(placeOrdersForCustomer(staffContext, input)).rejects.toMatchObject({
		code: "customer_unverified",
	});
});

test("rejects a signup with the email of a customer for whom staff ordered", async () => {
	const { staffContext, input, createContext, email } = await createFixture();
	await placeOrdersForCustomer(staffContext, input);
	await expect(
		signUp(createContext(null), { name: "Eve", email, password: "secret" }),
	).rejects.toMatchObject({ code: "email_taken" });
});

test("a customer who verifies the email by link or Google gets the account with its orders", async () => {
	const byLink = await createFixture();
	await placeOrdersForCustomer(byLink.staffContext, byLink.input);
	const { id: userId = "" } = (await byLink.readUser()) ?? {};
	const link = {
		userId,
		tokenHash: await hashToken("token"),
		expiresAt: new Date(Date.now() + 1_000),
	};
	await byLink.db.insert(resetTokens).values(link);
	const visitor = byLink.createContext(null);
	expect(await readResetLink(visitor, "token")).toEqual({ isUnverified: false });
	await resetPassword(visitor, "token", "a new password");
	const byGoogle = await createFixture();
	await placeOrdersForCustomer(byGoogle.staffContext, byGoogle.input);
	await signInWithGoogle(byGoogle.createContext(null), {
		sub: "1",
		email: byGoogle.email,
		name: "Ann",
		emailVerified: true,
		isGoogleAuthoritative: true,
	});
	for (const { readUser, db, email } of [byLink, byGoogle]) {
		const user = await readUser();
		expect(user).toMatchObject({ name: "Ann", emailVerifiedAt: expect.any(Date) });
		const rows = await db.select().from(orders).where(eq(orders.email, email));
		expect(rows.map(({ userId, state }) => [userId, state])).toEqual([
			[user?.id, "unpaid"],
			[user?.id, "unpaid"],
		]);
	}
});

test("does not create an account if the orders are rejected", async () => {
	const { staffContext, input, readUser } = await createFixture();
	const lines = input.lines.map((line) => ({ ...line, quantity: 1_000 }));
	await expect(placeOrdersForCustomer(staffContext, { ...input, lines })).rejects.toMatchObject({
		code: "lines_rejected",
	});
	expect(await readUser()).toBeUndefined();
	const { name: _, ...customer } = input.customer;
	await expect(placeOrdersForCustomer(staffContext, { ...input, customer })).rejects.toMatchObject({
		issues: [{ field: "name" }],
	});
});

test("accepts more than three orders for a customer with an unverified email, until their total is too high", async () => {
	const { staffContext, input, productId, db } = await createFixture();
	const lines = [{ productId, quantity: 1 }];
	for (const idempotencyKey of ["1", "2", "3", "4"]) {
		expect(
			await placeOrdersForCustomer(staffContext, { ...input, lines, idempotencyKey }),
		).toHaveLength(1);
	}
	await db.update(orders).set({ toolPriceCents: unpaidTotalMaxCents / 4 });
	await expect(
		placeOrdersForCustomer(staffContext, { ...input, lines, idempotencyKey: "5" }),
	).rejects.toMatchObject({ code: "customer_unpaid_limit" });
});

test("finds customers, but not staff, by the beginning of their email or name and by their orders", async () => {
	const { staffContext, shopper, admin, db, productId } = await createFixture();
	const find = async (text: string) =>
		(await findCustomers(staffContext, text)).map(({ id }) => id);
	expect(await find(shopper.email.slice(0, 8).toUpperCase())).toEqual([shopper.id]);
	expect(await find(shopper.name.slice(0, 9).toLowerCase())).toEqual([shopper.id]);
	expect(await find(admin.email)).toEqual([]);
	expect(await find(" ")).toEqual([]);
	const orderDetails = {
		name: "Ann Known-Caller",
		company: "Toledo Lift Co",
		phone: "(419) 555-0123",
	};
	const row = createOrderRow({ productId, userId: shopper.id, ...orderDetails });
	await db
		.insert(orders)
		.values([row, createOrderRow({ productId, userId: admin.id, ...orderDetails })]);
	for (const text of ["known-caller", "LIFT CO", "+1 419 555 0123", "4195550123"])
		expect([text, await find(text)]).toEqual([text, [shopper.id]]);
	expect(await find("419 555 0124")).toEqual([]);
});
