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

/** Creates a shop with a tool that is out of stock: 4 of a minimum order of 5. */
async function createFixture(customerCount = 0) {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { binding, sentEmails, rejectNext } = createLocalOutbox();
	const admin = localShop.createContext(await localShop.addAccount("admin"));
	const tool = await localShop.addProduct(4, 5);
	const createCustomer = async () => localShop.createContext(await localShop.addAccount());
	const customers = [];
	for (let index = 0; index < customerCount; index += 1) {
		const shop = await createCustomer();
		await requestStockAlert(shop, tool);
		customers.push(shop);
	}
	const createSweepContext = (beforeRoundTrip: RoundTripHook = () => undefined) =>
		withEnv(localShop.createContext(null, beforeRoundTrip), {
			SANDBOX: {
				...binding,
				fetch: async (...request: Parameters<Fetcher["fetch"]>) => {
					await beforeRoundTrip(["POST /email"]);
					return binding.fetch(...request);
				},
			},
		});
	const takeEmails = () => sentEmails.splice(0);
	/** Moves the clock six minutes, so that retries are due, and sends the emails that are due. */
	const sweep = async (shop = createSweepContext()) => {
		vi.setSystemTime(Date.now() + 6 * 60_000);
		await sweepStockAlerts(shop, new Date());
		return takeEmails();
	};
	const readStock = async (id = tool) =>
		(await db.select().from(products).where(eq(products.id, id)).get())?.quantity ?? 0;
	const setStockTo = async (quantity: number, id = tool) => setStock(admin, id, quantity);
	return {
		...{
			localShop,
			db,
			admin,
			tool,
			createCustomer,
			customers,
			createSweepContext,
			sweep,
			takeEmails,
		},
		...{ readStock, setStockTo, rejectNext },
	};
}

test("a customer can request one alert for an out-of-stock tool, and cancel it", async () => {
	const { createCustomer, tool, admin, db } = await createFixture();
	const shop = await createCustomer();
	expect(await hasStockAlert(shop, tool)).toBe(false);
	for (const _ of [1, 2]) await requestStockAlert(shop, tool);
	expect(await hasStockAlert(shop, tool)).toBe(true);
	expect(await listStockAlerts(shop)).toMatchObject([{ productId: tool }]);
	expect(await listStockAlerts(await createCustomer())).toEqual([]);
	const view = { search: "", page: 0, weeks: "4", days: "30", category: null } as const;
	expect((await getLowStockPage(admin, view)).rows).toMatchObject([{ id: tool, waiting: 1 }]);
	expect([await cancelStockAlert(shop, tool), await cancelStockAlert(shop, tool)]).toEqual([1, 0]);
	expect(await db.$count(stockAlerts)).toBe(0);
});

test("lists the alerts of a customer with a verified email, newest first", async () => {
	const { createCustomer, tool, localShop, db } = await createFixture();
	const [verified, unverified, later] = [
		await createCustomer(),
		await createCustomer(),
		await localShop.addProduct(0, 5),
	];
	const isUnverified = eq(users.id, unverified.account?.id ?? "");
	await db.update(users).set({ emailVerifiedAt: null }).where(isUnverified);
	await requestStockAlert(verified, tool);
	await expect(requestStockAlert(unverified, tool)).rejects.toMatchObject({
		code: "email_not_verified",
	});
	expect([await hasStockAlert(unverified, tool), await hasStockAlert(verified, later)]).toEqual([
		...[false, false],
	]);
	vi.setSystemTime(Date.now() + 1_000);
	await requestStockAlert(verified, later);
	const alerts = await listStockAlerts(verified);
	expect(alerts.map(({ productId }) => productId)).toEqual([later, tool]);
});

test("rejects an alert for an orderable or unknown tool, for an unverified email, or above the limit", async () => {
	const { createCustomer, tool, localShop, db } = await createFixture();
	const shop = await createCustomer();
	const inStock = await localShop.addProduct(5, 5);
	await expect(requestStockAlert(shop, inStock)).rejects.toMatchObject({ code: "tool_in_stock" });
	await expect(requestStockAlert(shop, "unknown")).rejects.toMatchObject({
		code: "product_not_found",
	});
	await db.update(users).set({ emailVerifiedAt: null });
	await expect(requestStockAlert(shop, tool)).rejects.toMatchObject({ code: "email_not_verified" });
	await db.update(users).set({ emailVerifiedAt: new Date() });
	for (let index = 0; index < stockAlertsMax; index += 1) {
		await requestStockAlert(shop, await localShop.addProduct(0));
	}
	await expect(requestStockAlert(shop, tool)).rejects.toMatchObject({
		code: "too_many_stock_waits",
	});
	await requestStockAlert(await createCustomer(), tool);
});

test("each customer with an alert gets one email when the tool is back in stock", async () => {
	const { customers, tool, setStockTo, sweep, db } = await createFixture(51);
	const [customerWithoutAlert] = customers.splice(7, 1);
	expect(await sweep()).toEqual([]);
	await setStockTo(20);
	if (customerWithoutAlert) await cancelStockAlert(customerWithoutAlert, tool);
	const emails = [...(await sweep()), ...(await sweep())];
	expect(emails.map(({ to }) => to).sort()).toEqual(
		customers.map(({ account }) => account?.email).sort(),
	);
	expect(emails[0]?.subject).toMatch(/^Back in stock: Tool /);
	expect(emails[0]?.text).toContain(`http://shop.test/tools/${tool}`);
	expect(await db.$count(stockAlerts)).toBe(0);
	await setStockTo(0);
	await setStockTo(20);
	expect(await sweep()).toEqual([]);
});

test("one run emails at most fifty customers, and the next one the others", async () => {
	const { setStockTo, sweep } = await createFixture(51);
	await setStockTo(20);
	expect(await sweep()).toHaveLength(50);
	expect(await sweep()).toHaveLength(1);
});

test("sends no email while the tool is sold out, and one email after several restocks", async () => {
	const { setStockTo, sweep, customers, tool } = await createFixture(1);
	for (const quantity of [20, 0, 30, 4]) await setStockTo(quantity);
	expect(await sweep()).toEqual([]);
	for (const shop of customers) expect(await hasStockAlert(shop, tool)).toBe(true);
	await setStockTo(5);
	expect(await sweep()).toHaveLength(1);
	for (const quantity of [0, 30]) await setStockTo(quantity);
	expect(await sweep()).toEqual([]);
});

test("sends the alert after a canceled order, a lower minimum, a relisting, a bulk edit, or an import", async () => {
	const changes: ((fixture: Awaited<ReturnType<typeof createFixture>>) => Promise<unknown>)[] = [
		async ({ localShop, tool, setStockTo, createCustomer, sweep, db }) => {
			await db.delete(stockAlerts);
			await setStockTo(5);
			const buyer = await createCustomer();
			const order = await placeOrder(buyer, {
				...{ productId: tool, quantity: 5, location: "Here", phone: "1" },
				idempotencyKey: null,
			});
			await requestStockAlert(await createCustomer(), tool);
			expect(await sweep()).toEqual([]);
			await cancelOrder(localShop.createContext(buyer.account), order);
		},
		({ db, tool }) => db.update(products).set({ minimum: 4 }).where(eq(products.id, tool)),
		async ({ db, tool, setStockTo }) => {
			await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, tool));
			const after = { change: 16, stockAfter: 20, reason: "delivery" } as const;
			await db.insert(stockMovements).values({ productId: tool, ...after });
			await db.update(products).set({ deletedAt: null }).where(eq(products.id, tool));
			await expect(setStockTo(20)).resolves.toBeDefined();
		},
		({ admin, tool }) => {
			const change = { id: tool, quantity: 20, expectedQuantity: 4, editKey: null };
			const changes = [{ ...change, reason: "delivery" as const }];
			return changeProducts(admin, { changes, note: "", key: crypto.randomUUID() });
		},
		async ({ admin, tool }) => {
			const id = await upload(admin, `id,quantity\n${tool},20\n`);
			expect(await apply(admin, id)).toMatchObject({ applied: 1 });
		},
	];
	for (const change of changes) {
		const fixture = await createFixture(1);
		await change(fixture);
		expect(await fixture.sweep(), change.toString()).toHaveLength(1);
	}
});

test("one email lists all of a customer's restocked tools", async () => {
	const { customers, localShop, setStockTo, sweep } = await createFixture(1);
	const other = await localShop.addProduct(0);
	for (const shop of customers) await requestStockAlert(shop, other);
	await setStockTo(20);
	await setStockTo(
		20,
		customers[0] ? (await listStockAlerts(customers[0]))[0]?.productId : undefined,
	);
	await setStockTo(3, other);
	const emails = await sweep();
	expect(emails).toMatchObject([{ subject: expect.stringMatching(/ and 1 more$/) }]);
	expect(emails[0]?.text.match(/Order now: /g)).toHaveLength(2);
	expect(emails[0]?.text).not.toContain("\n\n\n");
	expect(emails[0]?.html).not.toMatch(/<table[^>]*><\/table>/);
});

test("sends the alert if the tool is restocked between any two round trips of a run", async () => {
	for (let index = 0; index < 5; index += 1) {
		const { setStockTo, sweep, createSweepContext } = await createFixture(1);
		await setStockTo(20);
		await setStockTo(0);
		let trips = 0;
		const emails = await sweep(
			createSweepContext(async () => {
				if (trips++ === index) await setStockTo(20);
			}),
		);
		await setStockTo(20);
		expect([...emails, ...(await sweep())], `round trip ${index}`).toHaveLength(1);
	}
});

test("an email is sent twice only if the run was killed after sending it but before recording it", async () => {
	const sent = [];
	for (let index = 0; index < 6; index += 1) {
		const { setStockTo, sweep, createSweepContext, takeEmails } = await createFixture(1);
		await setStockTo(20);
		vi.setSystemTime(Date.now() + 60_000);
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		await untilKilled(sweepStockAlerts(createSweepContext(beforeRoundTrip), new Date()));
		sent.push([takeEmails().length, (await sweep()).length, (await sweep()).length]);
	}
	expect(sent).toEqual([
		[0, 1, 0],
		[0, 1, 0],
		[0, 1, 0],
		[0, 1, 0],
		[1, 1, 0],
		[1, 0, 0],
	]);
});

test("keeps the alert for the next restock if the email bounces", async () => {
	const { setStockTo, sweep, rejectNext, customers, tool, createCustomer, db } =
		await createFixture(1);
	await setStockTo(20);
	const later = new Date(Date.now() + 3_600_000);
	const userId = (await createCustomer()).account?.id ?? "";
	await db.insert(stockAlerts).values({ userId, productId: tool, nextTryAt: later });
	rejectNext(1, { code: "E_RECIPIENT_SUPPRESSED", message: "" });
	expect([...(await sweep()), ...(await sweep())]).toEqual([]);
	for (const shop of customers) expect(await hasStockAlert(shop, tool)).toBe(true);
	const [otherAlert] = await db.select().from(stockAlerts).where(eq(stockAlerts.userId, userId));
	expect(otherAlert?.nextTryAt, "another customer's alert").toEqual(later);
	await db.delete(stockAlerts).where(eq(stockAlerts.userId, userId));
	await setStockTo(0);
	await setStockTo(20);
	expect(await sweep()).toHaveLength(1);
});
