import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import {
	adminTransitions,
	type OrderState,
	orderStates,
	progressStates,
} from "#contract/order-states.ts";
import { parseInput } from "#contract/parse.ts";
import type { Account } from "#contract/roles.ts";
import { orders } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	createPaidFixture,
	createPaymentFixture,
	type PaymentFixture,
	totalCents,
} from "../../tests/model/payment-fixture.ts";
import { createLocalOutbox } from "../../tests/support/local-outbox.ts";
import { withEnv } from "../../tests/support/local-shop.ts";
import {
	bulkActionNames,
	createBulkSchema,
	runBulkAction,
	summarizeOutcome,
} from "./bulk-actions.ts";
import type { ShopContext } from "./context.ts";
import { declineCancellation, requestCancellation } from "./orders/cancellation.ts";
import { placeOrder } from "./orders/place.ts";
import { shipOrder } from "./orders/ship.ts";
import { startPayment } from "./payments/start.ts";

vi.spyOn(console, "error").mockReturnValue();

test("during a Stripe outage, a bulk cancellation calls Stripe only for the first order", async () => {
	const fixture = await createPaymentFixture();
	const shopperContext = fixture.createContext(fixture.shopper);
	const { productId, orderId } = fixture;
	const purchase = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const ids = [orderId];
	for (let count = 0; count < 2; count += 1) ids.push(await placeOrder(shopperContext, purchase));
	for (const id of ids) await startPayment(shopperContext, totalCents, id);
	let calls = 0;
	const unreachable: Fetcher = {
		connect: () => {
			throw new Error("This test must not open sockets.");
		},
		fetch: async () => {
			calls += 1;
			throw new TypeError("connection refused");
		},
	};
	const adminContext = withEnv(fixture.createContext(fixture.admin), { SANDBOX: unreachable });
	const outcome = await runBulkAction(adminContext, "cancelOrder", ids);
	expect(outcome).toEqual({ doneCount: 0, errorCodes: ids.map(() => "payment_unavailable") });
	expect(calls, "the SDK tries twice").toBe(2);
	expect(await fixture.db.$count(orders)).toBe(3);
});

test("one email lists all orders of a customer that were canceled together", async () => {
	const { createContext, shopper, admin, productId, orderId } = await createOrderFixture();
	const purchase = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const ids = [orderId, await placeOrder(createContext(shopper), purchase)];
	const { sandbox, sentEmails } = createLocalOutbox();
	const backgroundWork: Promise<unknown>[] = [];
	const shop = {
		...withEnv(createContext(admin), { SANDBOX: sandbox }),
		waitUntil: (work: () => Promise<unknown>) => void backgroundWork.push(work()),
	};
	expect(await runBulkAction(shop, "cancelOrder", ids)).toEqual({ doneCount: 2, errorCodes: [] });
	await Promise.all(backgroundWork);
	expect(sentEmails).toMatchObject([{ subject: expect.stringMatching(/^Canceled: 2 orders: /) }]);
});

test("if a bug ends a bulk action, customers of the earlier rows still get their emails", async () => {
	const { createContext, shopper, admin, productId, orderId } = await createOrderFixture();
	const purchase = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const ids = [orderId, await placeOrder(createContext(shopper), purchase)];
	const { sandbox, sentEmails } = createLocalOutbox();
	const backgroundWork: Promise<unknown>[] = [];
	let cancellations = 0;
	const failingContext = createContext(admin, (queries) => {
		if (!queries.some((query) => query.startsWith('update "orders"'))) return;
		cancellations += 1;
		if (cancellations === 2) throw new TypeError("a bug");
	});
	const shop = {
		...withEnv(failingContext, { SANDBOX: sandbox }),
		waitUntil: (work: () => Promise<unknown>) => void backgroundWork.push(work()),
	};
	await expect(runBulkAction(shop, "cancelOrder", ids)).rejects.toThrow("a bug");
	await Promise.all(backgroundWork);
	expect(sentEmails).toMatchObject([{ subject: expect.stringMatching(/^Canceled: /) }]);
});

/** Moves an order to a state by setting only its times, because the tested transitions need no payment. */
async function setState({ db, orderId }: PaymentFixture, state: OrderState): Promise<void> {
	const progress: OrderState[] = [...progressStates];
	const passedStates = progress.slice(0, progress.indexOf(state) + 1);
	const times = Object.fromEntries(passedStates.map((name) => [orderStates[name].at, new Date()]));
	await db.update(orders).set(times).where(eq(orders.id, orderId));
}

const transitionCases = adminTransitions.flatMap(({ startStates, ...action }) =>
	startStates.map((start) => ({ ...action, start })),
);

test.each(transitionCases)(
	"$bulkAction moves a selected $start order to the next state, only for admins and only once",
	async ({ bulkAction, start, to }) => {
		const fixture = await (start === "unpaid" ? createPaymentFixture() : createPaidFixture());
		const { db, orderId, createContext, shopper, admin } = fixture;
		if (start !== "unpaid") await setState(fixture, start);
		const run = (account: Account) => runBulkAction(createContext(account), bulkAction, [orderId]);
		await expect(run(shopper)).rejects.toMatchObject({ status: 403 });
		expect(await run(admin)).toEqual({ doneCount: 1, errorCodes: [] });
		const [row] = await db.select({ state: orders.state }).from(orders);
		expect(row).toEqual({ state: to });
		expect(await run(admin)).toMatchObject({ doneCount: 0 });
	},
);

test.each(bulkActionNames)("%s rejects visitors and customers at the first row", async (action) => {
	const { orderId, localShop, createContext, shopper } = await createOrderFixture();
	const run = (shop: ShopContext) => runBulkAction(shop, action, [orderId]);
	await expect(run(localShop.anonymousContext)).rejects.toMatchObject({ status: 401 });
	await expect(run(createContext(shopper))).rejects.toMatchObject({ status: 403 });
});

test.each<[Awaited<ReturnType<typeof runBulkAction>>, string]>([
	[{ doneCount: 1, errorCodes: [] }, "1 order shipped."],
	[{ doneCount: 3, errorCodes: [] }, "3 orders shipped."],
	[
		{ doneCount: 2, errorCodes: ["order_unpaid"] },
		"2 orders shipped. 1 skipped: it is not paid yet.",
	],
	[
		{ doneCount: 1, errorCodes: ["order_unpaid", "order_unpaid"] },
		"1 order shipped. 2 skipped: they are not paid yet.",
	],
	[
		{
			doneCount: 0,
			errorCodes: ["order_unpaid", "order_not_found", "already_shipped", "order_unpaid"],
		},
		"No orders shipped. 4 skipped: 2 are not paid yet, 1 no longer exists, 1 was already shipped.",
	],
	[
		{ doneCount: 0, errorCodes: ["payment_unavailable"] },
		"No orders shipped. 1 skipped: it could not be processed right now.",
	],
	[
		{ doneCount: 1, errorCodes: ["message_not_found"] },
		"1 order shipped. 1 skipped: it no longer exists.",
	],
	[
		{ doneCount: 0, errorCodes: ["forbidden", "forbidden"] },
		"No orders shipped. 2 skipped: they could not be changed.",
	],
])("%j is summarized as: %s", (outcome, text) => {
	expect(summarizeOutcome("shipOrder", outcome)).toBe(text);
});

const createId = (number: number) => number.toString(16).padStart(24, "0");
const createIds = (count: number) => Array.from({ length: count }, (_, index) => createId(index));
const parse = (ids: unknown, bulk: unknown = "shipOrder") =>
	parseInput(createBulkSchema(["shipOrder"]), { bulk, ids });

test("a selection ignores duplicate ids and has at most one page of rows", () => {
	const ids = createIds(tablePageSize);
	expect(parse([...ids, ...ids])).toMatchObject({ success: true, output: { ids } });
	expect(parse(createIds(tablePageSize + 1))).toMatchObject({ success: false });
});

test.each([
	["A".repeat(24)],
	["a".repeat(65)],
	["short"],
	["../../x"],
	[`x/${"a".repeat(24)}`],
	["' or 1=1"],
	[""],
	[7],
])("rejects the id '%s'", (id) => {
	expect(parse([id]).success).toBe(false);
});

test("rejects an empty selection, and actions that the table does not allow", () => {
	expect(parse([])).toMatchObject({ issues: [{ field: "ids", message: invalid.selection }] });
	for (const action of ["cancelOrder", "deleteProduct", "showReview"]) {
		expect(parse([createId(1)], action).success, action).toBe(false);
	}
});

test("bulk shipping skips an order until its cancellation request is declined", async () => {
	const { createContext, shopper, admin, orderId, findOrder } = await createPaidFixture();
	await requestCancellation(createContext(shopper), orderId);
	const outcome = await runBulkAction(createContext(admin), "shipOrder", [orderId]);
	expect(outcome).toEqual({ doneCount: 0, errorCodes: ["cancellation_requested"] });
	expect(summarizeOutcome("shipOrder", outcome)).toBe(
		"No orders shipped. 1 skipped: it has an unanswered cancellation request.",
	);
	expect(await findOrder()).toMatchObject({ state: "paid" });
	await declineCancellation(createContext(admin), orderId);
	const ship = () => runBulkAction(createContext(admin), "shipOrder", [orderId]);
	expect(await ship()).toEqual({ doneCount: 1, errorCodes: [] });
});

test("bulk shipping skips an order whose customer asks to cancel just before the write", async () => {
	const { createContext, shopper, admin, orderId, findOrder } = await createPaidFixture();
	let hasRequested = false;
	const shop = createContext(admin, async (queries) => {
		if (hasRequested || !queries.some((query) => query.startsWith('update "orders"'))) return;
		hasRequested = true;
		await requestCancellation(createContext(shopper), orderId);
	});
	const outcome = await runBulkAction(shop, "shipOrder", [orderId]);
	expect([hasRequested, outcome]).toEqual([
		true,
		{ doneCount: 0, errorCodes: ["cancellation_requested"] },
	]);
	expect(await findOrder()).toMatchObject({ state: "paid" });
});

test("staff can ship a single order despite its cancellation request, because they see the request", async () => {
	const { createContext, shopper, admin, orderId } = await createPaidFixture();
	await requestCancellation(createContext(shopper), orderId);
	expect(await shipOrder(createContext(admin), orderId)).toBe(1);
});
