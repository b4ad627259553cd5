import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { stockAlertsMax } from "#contract/limits.ts";
import { products, stockAlerts, stockMovements, users } from "#worker/db/schema.ts";
import { killBefore, type RoundTripHook } from "../../../tests/model/round-trip-hook.ts";
import { apply, upload } from "../../../tests/support/local-imports.ts";
import { createLocalOutbox } from "../../../tests/support/local-outbox.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { sweepStockAlerts } from "../emails/send-stock-alerts.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { placeOrder } from "../orders/place.ts";
import { changeProducts } from "./change-many.ts";
import { setStock } from "./edit.ts";
import { getLowStockPage } from "./low-stock.ts";
import {
	cancelStockAlert,
	hasStockAlert,
	listStockAlerts,
	requestStockAlert,
} from "./stock-alerts.ts";

vi.spyOn(console, "error").mockReturnValue();

/** Creates a shop with a tool that is out of stock, because its 4 pieces are fewer than its minimum order of 5. */
async function createFixture(customerCount = 0) {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { sandbox, sentEmails, rejectNext } = createLocalOutbox();
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	const toolId = await localShop.addProduct(4, 5);
	const createCustomer = async () => localShop.createContext(await localShop.addAccount());
	const customers = [];
	for (let index = 0; index < customerCount; index += 1) {
		const customer = await createCustomer();
		await requestStockAlert(customer, toolId);
		customers.push(customer);
	}
	const createSweepContext = (beforeRoundTrip: RoundTripHook = () => undefined) =>
		withEnv(localShop.createContext(null, beforeRoundTrip), {
			SANDBOX: {
				...sandbox,
				fetch: async (...request: Parameters<Fetcher["fetch"]>) => {
					await beforeRoundTrip(["POST /email"]);
					return sandbox.fetch(...request);
				},
			},
		});
	const takeEmails = () => sentEmails.splice(0);
	/** Moves the clock six minutes, so that retries are due, and sends the emails that are due. */
	const runSweep = async (context = createSweepContext()) => {
		vi.setSystemTime(Date.now() + 6 * 60_000);
		await sweepStockAlerts(context, new Date());
		return takeEmails();
	};
	const setStockTo = async (quantity: number, id = toolId) => setStock(adminContext, id, quantity);
	return {
		localShop,
		db,
		adminContext,
		toolId,
		createCustomer,
		customers,
		createSweepContext,
		runSweep,
		takeEmails,
		setStockTo,
		rejectNext,
	};
}

test("a customer can request one alert for an out-of-stock tool, and cancel it", async () => {
	const { createCustomer, toolId, adminContext, db } = await createFixture();
	const customer = await createCustomer();
	expect(await hasStockAlert(customer, toolId)).toBe(false);
	for (const _ of [1, 2]) await requestStockAlert(customer, toolId);
	expect(await hasStockAlert(customer, toolId)).toBe(true);
	expect(await listStockAlerts(customer)).toMatchObject([{ productId: toolId }]);
	expect(await listStockAlerts(await createCustomer())).toEqual([]);
	const view = { search: "", page: 0, weeks: "4", days: "30", category: null } as const;
	expect((await getLowStockPage(adminContext, view)).rows).toMatchObject([
		{ id: toolId, waiting: 1 },
	]);
	expect([
		await cancelStockAlert(customer, toolId),
		await cancelStockAlert(customer, toolId),
	]).toEqual([1, 0]);
	expect(await db.$count(stockAlerts)).toBe(0);
});

test("lists a customer's alerts, newest first, and rejects alerts for an unverified email", async () => {
	const { createCustomer, toolId, localShop, db } = await createFixture();
	const [verified, unverified, laterToolId] = [
		await createCustomer(),
		await createCustomer(),
		await localShop.addProduct(0, 5),
	];
	const isUnverified = eq(users.id, unverified.account?.id ?? "");
	await db.update(users).set({ emailVerifiedAt: null }).where(isUnverified);
	await requestStockAlert(verified, toolId);
	await expect(requestStockAlert(unverified, toolId)).rejects.toMatchObject({
		code: "email_not_verified",
	});
	expect(await hasStockAlert(unverified, toolId)).toBe(false);
	expect(await hasStockAlert(verified, laterToolId)).toBe(false);
	// The database's own clock sets the time of each alert.
	await db.update(stockAlerts).set({ createdAt: new Date(0) });
	await requestStockAlert(verified, laterToolId);
	const alerts = await listStockAlerts(verified);
	expect(alerts.map(({ productId }) => productId)).toEqual([laterToolId, toolId]);
});

test("rejects an alert for an orderable or unknown tool, for an unverified email, or above the limit", async () => {
	const { createCustomer, toolId, localShop, db } = await createFixture();
	const customer = await createCustomer();
	const inStockToolId = await localShop.addProduct(5, 5);
	await expect(requestStockAlert(customer, inStockToolId)).rejects.toMatchObject({
		code: "tool_in_stock",
	});
	await expect(requestStockAlert(customer, "unknown")).rejects.toMatchObject({
		code: "product_not_found",
	});
	await db.update(users).set({ emailVerifiedAt: null });
	await expect(requestStockAlert(customer, toolId)).rejects.toMatchObject({
		code: "email_not_verified",
	});
	await db.update(users).set({ emailVerifiedAt: new Date() });
	for (let index = 0; index < stockAlertsMax; index += 1) {
		await requestStockAlert(customer, await localShop.addProduct(0));
	}
	await expect(requestStockAlert(customer, toolId)).rejects.toMatchObject({
		code: "too_many_stock_waits",
	});
	await requestStockAlert(await createCustomer(), toolId);
});

test("each customer with an alert gets one email when the tool is back in stock", async () => {
	const { customers, toolId, setStockTo, runSweep, db } = await createFixture(51);
	const [customerWithoutAlert] = customers.splice(7, 1);
	expect(await runSweep()).toEqual([]);
	await setStockTo(20);
	if (customerWithoutAlert) await cancelStockAlert(customerWithoutAlert, toolId);
	const emails = [...(await runSweep()), ...(await runSweep())];
	expect(emails.map(({ to }) => to).sort()).toEqual(
		customers.map(({ account }) => account?.email).sort(),
	);
	expect(emails[0]?.subject).toMatch(/^Back in stock: Tool /);
	expect(emails[0]?.text).toContain(`http://shop.test/tools/${toolId}`);
	expect(await db.$count(stockAlerts)).toBe(0);
	await setStockTo(0);
	await setStockTo(20);
	expect(await runSweep()).toEqual([]);
});

test("one run emails at most fifty customers, and the next run emails the rest", async () => {
	const { setStockTo, runSweep } = await createFixture(51);
	await setStockTo(20);
	expect(await runSweep()).toHaveLength(50);
	expect(await runSweep()).toHaveLength(1);
});

test("sends no email while the tool is sold out, and one email after several restocks", async () => {
	const { setStockTo, runSweep, customers, toolId } = await createFixture(1);
	for (const quantity of [20, 0, 30, 4]) await setStockTo(quantity);
	expect(await runSweep()).toEqual([]);
	for (const customer of customers) expect(await hasStockAlert(customer, toolId)).toBe(true);
	await setStockTo(5);
	expect(await runSweep()).toHaveLength(1);
	for (const quantity of [0, 30]) await setStockTo(quantity);
	expect(await runSweep()).toEqual([]);
});

test("sends the alert after a canceled order, a lower minimum, a relisting, a bulk edit, or an import", async () => {
	const changes: ((fixture: Awaited<ReturnType<typeof createFixture>>) => Promise<unknown>)[] = [
		async ({ localShop, toolId, setStockTo, createCustomer, runSweep, db }) => {
			await db.delete(stockAlerts);
			await setStockTo(5);
			const buyer = await createCustomer();
			const order = await placeOrder(buyer, {
				productId: toolId,
				quantity: 5,
				location: "Here",
				phone: "1",
				idempotencyKey: null,
			});
			await requestStockAlert(await createCustomer(), toolId);
			expect(await runSweep()).toEqual([]);
			await cancelOrder(localShop.createContext(buyer.account), order);
		},
		({ db, toolId }) => db.update(products).set({ minimum: 4 }).where(eq(products.id, toolId)),
		async ({ db, toolId, setStockTo }) => {
			await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, toolId));
			const movement = { change: 16, stockAfter: 20, reason: "delivery" } as const;
			await db.insert(stockMovements).values({ productId: toolId, ...movement });
			await db.update(products).set({ deletedAt: null }).where(eq(products.id, toolId));
			await expect(setStockTo(20)).resolves.toBeDefined();
		},
		({ adminContext, toolId }) => {
			const change = { id: toolId, quantity: 20, expectedQuantity: 4, editKey: null };
			const changes = [{ ...change, reason: "delivery" as const }];
			return changeProducts(adminContext, { changes, note: "", key: crypto.randomUUID() });
		},
		async ({ adminContext, toolId }) => {
			const id = await upload(adminContext, `id,quantity\n${toolId},20\n`);
			expect(await apply(adminContext, id)).toMatchObject({ applied: 1 });
		},
	];
	for (const change of changes) {
		const fixture = await createFixture(1);
		await change(fixture);
		expect(await fixture.runSweep(), change.toString()).toHaveLength(1);
	}
});

test("one email lists all of a customer's restocked tools", async () => {
	const { customers, localShop, setStockTo, runSweep } = await createFixture(1);
	const otherToolId = await localShop.addProduct(0);
	for (const customer of customers) await requestStockAlert(customer, otherToolId);
	await setStockTo(20);
	await setStockTo(
		20,
		customers[0] ? (await listStockAlerts(customers[0]))[0]?.productId : undefined,
	);
	await setStockTo(3, otherToolId);
	const emails = await runSweep();
	expect(emails).toMatchObject([{ subject: expect.stringMatching(/ and 1 more$/) }]);
	expect(emails[0]?.text.match(/Order now: /g)).toHaveLength(2);
	expect(emails[0]?.text).not.toContain("\n\n\n");
	expect(emails[0]?.html).not.toMatch(/<table[^>]*><\/table>/);
});

test("sends the alert if the tool is restocked between any two round trips of a run", async () => {
	for (let index = 0; index < 5; index += 1) {
		const { setStockTo, runSweep, createSweepContext } = await createFixture(1);
		await setStockTo(20);
		await setStockTo(0);
		let roundTrips = 0;
		const emails = await runSweep(
			createSweepContext(async () => {
				if (roundTrips++ === index) await setStockTo(20);
			}),
		);
		await setStockTo(20);
		expect([...emails, ...(await runSweep())], `round trip ${index}`).toHaveLength(1);
	}
});

test("an email is sent twice only if the run was killed after sending it but before recording it", async () => {
	const emailCounts = [];
	for (let index = 0; index < 6; index += 1) {
		const { setStockTo, runSweep, createSweepContext, takeEmails } = await createFixture(1);
		await setStockTo(20);
		vi.setSystemTime(Date.now() + 60_000);
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		await untilKilled(sweepStockAlerts(createSweepContext(beforeRoundTrip), new Date()));
		emailCounts.push([takeEmails().length, (await runSweep()).length, (await runSweep()).length]);
	}
	expect(emailCounts).toEqual([
		[0, 1, 0],
		[0, 1, 0],
		[0, 1, 0],
		[0, 1, 0],
		[1, 1, 0],
		[1, 0, 0],
	]);
});

test("keeps the alert for the next restock if the email bounces", async () => {
	const { setStockTo, runSweep, rejectNext, customers, toolId, createCustomer, db } =
		await createFixture(1);
	await setStockTo(20);
	const later = new Date(Date.now() + 3_600_000);
	const userId = (await createCustomer()).account?.id ?? "";
	await db.insert(stockAlerts).values({ userId, productId: toolId, nextTryAt: later });
	rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	expect([...(await runSweep()), ...(await runSweep())]).toEqual([]);
	for (const customer of customers) expect(await hasStockAlert(customer, toolId)).toBe(true);
	const [otherAlert] = await db.select().from(stockAlerts).where(eq(stockAlerts.userId, userId));
	expect(otherAlert?.nextTryAt, "another customer's alert").toEqual(later);
	await db.delete(stockAlerts).where(eq(stockAlerts.userId, userId));
	await setStockTo(0);
	await setStockTo(20);
	expect(await runSweep()).toHaveLength(1);
});
