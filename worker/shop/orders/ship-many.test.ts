import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { shipmentLinesMax } from "#contract/shipment-results.ts";
import { orderNumber } from "#contract/shop.ts";
import { auditLog, orderEmails, orders, payments } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow } from "../../../tests/support/orders.ts";
import { simulateOutage } from "../../../tests/support/outage.ts";
import { checkShipments, shipMany } from "./ship-many.ts";
import { parseShipmentLines } from "./shipment-lines.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const admin = await localShop.addAccount("admin");
const adminContext = localShop.createContext(admin);
const productId = await localShop.addProduct(10);

beforeEach(async () => {
	for (const table of [orderEmails, auditLog, orders, payments]) await db.delete(table);
});

type Values = Omit<Parameters<typeof createOrderRow>[0], "productId">;

async function addOrder(values: Values = {}): Promise<string> {
	const row = createOrderRow({ productId, ...values });
	await db.insert(orders).values(row);
	return row.id;
}

const [paidAt, shippedAt, cancelledAt] = [new Date(1), new Date(2), new Date(3)];
const ups = { carrier: "UPS", trackingNumber: "1Z999" };
const findOrder = (id: string) => db.select().from(orders).where(eq(orders.id, id)).get();
const getResults = (checked: Awaited<ReturnType<typeof checkShipments>>) =>
	checked.map(({ result }) => result);

async function dispute(orderId: string) {
	const payment = { id: `pi_${orderId}`, orderId, amountCents: 1, updatedAt: new Date() };
	await db.insert(payments).values({ ...payment, status: "paid", hold: "disputed" });
}

async function addPaidOrders(count: number): Promise<string[]> {
	const rows = Array.from({ length: count }, () => createOrderRow({ productId, paidAt }));
	for (const row of rows) await db.insert(orders).values(row);
	return rows.map(({ id }) => id);
}

test("reports that an already shipped order has no tracking number", async () => {
	const id = await addOrder({ paidAt, shippedAt });
	expect(await checkShipments(adminContext, parseShipmentLines(id))).toMatchObject([
		{ result: "unchanged", message: "Already shipped with no tracking number" },
	]);
});

test("reports a canceled order without claiming that its refund has been made", async () => {
	const id = await addOrder({ paidAt, refundedAt: cancelledAt });
	expect(await checkShipments(adminContext, parseShipmentLines(id))).toMatchObject([
		{ result: "not_ready", message: "Cannot ship: Canceled" },
	]);
});

test("reports a line as ambiguous if several order numbers begin with its number", async () => {
	const [id] = await addPaidOrders(1);
	await addOrder({ id: `${orderNumber(id ?? "").toLowerCase()}${"f".repeat(12)}`, paidAt });
	const results = await checkShipments(adminContext, parseShipmentLines(orderNumber(id ?? "")));
	expect(results).toMatchObject([{ result: "ambiguous", order: null }]);
});

test("checking reports a result for each line, and shipping changes only the orders that are ready", async () => {
	const [
		ready,
		withoutTracking,
		shippedWithoutTracking,
		sameTracking,
		differentTracking,
		unpaid,
		canceled,
		disputed,
	] = [
		await addOrder({ paidAt }),
		await addOrder({ paidAt }),
		await addOrder({ paidAt, shippedAt }),
		await addOrder({ paidAt, shippedAt, ...ups }),
		await addOrder({ paidAt, shippedAt, ...ups }),
		await addOrder(),
		await addOrder({ cancelledAt }),
		await addOrder({ paidAt }),
	];
	await dispute(disputed);
	const [listedTwice, listedDifferently] = await addPaidOrders(2);
	const lines = parseShipmentLines(
		[
			`${orderNumber(ready)}, ups, 1Z 999`,
			`#${withoutTracking}`,
			`${shippedWithoutTracking}, fedex, 12`,
			`${sameTracking}, UPS, 1Z999`,
			`${differentTracking}, DHL, 7`,
			`${unpaid}, DHL, 8`,
			`${canceled}, DHL, 9`,
			`${disputed}, DHL, 10`,
			`${listedTwice}, DHL, 11`,
			`${orderNumber(listedTwice ?? "")}, DHL, 11`,
			`${listedDifferently}, DHL, 12`,
			`${listedDifferently}, DHL, 13`,
			"000000000000, DHL, 14",
			"half, DHL, 15",
			`${ready}é, DHL, ü`,
		].join("\n"),
	);
	const before = await db.select().from(orders).orderBy(orders.id);
	const checked = await checkShipments(adminContext, lines);
	expect(await db.select().from(orders).orderBy(orders.id)).toEqual(before);
	const remainingResults = [
		"unchanged",
		"other_number",
		"not_ready",
		"not_ready",
		"not_ready",
		"ready",
		"twice",
		"twice",
		"twice",
		"not_found",
		"not_found",
		"invalid",
	];
	expect(getResults(checked)).toEqual(["ready", "ready", "ready_to_track", ...remainingResults]);
	expect(checked.map(({ message }) => message)).toEqual(
		expect.arrayContaining([
			"Already shipped with UPS 1Z999",
			"Already shipped with UPS 1Z999. Correct it on the order page.",
			"Cannot ship: Unpaid",
			"Cannot ship: Canceled",
			"Cannot ship: Disputed",
		]),
	);
	const results = await shipMany(adminContext, lines);
	expect(getResults(results)).toEqual([
		"shipped",
		"shipped",
		"tracked",
		...remainingResults.map((result) => (result === "ready" ? "shipped" : result)),
	]);
	expect(await findOrder(ready)).toMatchObject({ state: "shipped", ...ups });
	expect(await findOrder(withoutTracking)).toMatchObject({
		state: "shipped",
		trackingNumber: null,
	});
	expect(await findOrder(shippedWithoutTracking)).toMatchObject({ shippedAt, carrier: "FedEx" });
	expect(await findOrder(disputed)).toMatchObject({ state: "paid" });
	expect(await findOrder(listedDifferently ?? "")).toMatchObject({ state: "paid" });
	const emails = await db
		.select({ id: orderEmails.orderId, kind: orderEmails.kind })
		.from(orderEmails);
	expect(new Map(emails.map(({ id, kind }) => [id, kind]))).toEqual(
		new Map([
			[ready, "shipped"],
			[withoutTracking, "shipped"],
			[listedTwice, "shipped"],
			[shippedWithoutTracking, "tracking"],
		]),
	);
	const entries = await db
		.select({ id: auditLog.subjectId, action: auditLog.action, detail: auditLog.detail })
		.from(auditLog);
	expect(entries).toHaveLength(4);
	expect(entries).toContainEqual({
		id: ready,
		action: "order-shipped",
		detail: "10 pieces, UPS 1Z999",
	});
	expect(entries).toContainEqual({
		id: withoutTracking,
		action: "order-shipped",
		detail: "10 pieces",
	});
	expect(entries).toContainEqual({
		id: shippedWithoutTracking,
		action: "order-tracked",
		detail: "none → FedEx 12",
	});
	expect(getResults(await shipMany(adminContext, lines)), "submitted again").toEqual([
		"unchanged",
		"unchanged",
		"unchanged",
		...remainingResults.map((result) => (result === "ready" ? "unchanged" : result)),
	]);
	expect(await db.$count(auditLog)).toBe(4);
});

test("ships the maximum number of lines in two round trips", async () => {
	const ids = await addPaidOrders(shipmentLinesMax);
	const text = ids.map((id, index) => `${id},UPS,${index + 1}`).join("\n");
	let roundTrips = 0;
	const countingContext = localShop.createContext(admin, () => {
		roundTrips += 1;
	});
	const results = await shipMany(countingContext, parseShipmentLines(text));
	expect(new Set(getResults(results))).toEqual(new Set(["shipped"]));
	expect(roundTrips).toBe(2);
	for (const table of [orderEmails, auditLog]) expect(await db.$count(table)).toBe(ids.length);
	expect(await db.$count(orders, sql`${orders.trackingNumber} is null`)).toBe(0);
	expect(await findOrder(ids[6] ?? "")).toMatchObject({ trackingNumber: "7" });
	const tooMany = parseShipmentLines(`${text}\n000000000000`);
	await expect(shipMany(adminContext, tooMany)).rejects.toMatchObject({
		code: "too_many_shipments",
	});
	await expect(shipMany(adminContext, [])).rejects.toMatchObject({ code: "no_shipments" });
});

test("ships each order once and reports it as shipped if D1's response is lost", async () => {
	const ids = await addPaidOrders(3);
	const lines = parseShipmentLines(ids.map((id) => `${id},UPS,1Z999`).join("\n"));
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	const results = await shipMany(localShop.createContext(admin, outage.beforeQuery), lines);
	expect(getResults(results)).toEqual(["shipped", "shipped", "shipped"]);
	expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([3, 3]);
});

test.each([0, 1])(
	"ships each order once if another admin ships an overlapping list before round trip %i",
	async (roundTrip) => {
		const [first = "", second = ""] = await addPaidOrders(2);
		const ownLines = parseShipmentLines(`${first},UPS,1\n${second},UPS,2`);
		const otherLines = parseShipmentLines(`${first},UPS,1\n${second},DHL,3`);
		let roundTrips = 0;
		const racingContext = localShop.createContext(admin, async () => {
			if (roundTrips++ === roundTrip) await shipMany(adminContext, otherLines);
		});
		const results = await shipMany(racingContext, ownLines);
		expect(getResults(results)).toEqual(["unchanged", "other_number"]);
		expect(await findOrder(second)).toMatchObject({ carrier: "DHL", trackingNumber: "3" });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([2, 2]);
	},
);

test("does not ship orders with an open cancellation request, even one made after the check", async () => {
	const cancellationRequestedAt = new Date();
	const [requested, declined, requestedLater, numberedWithSpaces] = [
		await addOrder({ paidAt, cancellationRequestedAt }),
		await addOrder({ paidAt, cancellationRequestedAt, cancellationDeclinedAt: new Date() }),
		await addOrder({ paidAt }),
		await addOrder({ paidAt }),
	];
	const number = orderNumber(numberedWithSpaces);
	const text = `${requested}\n${declined}\n${requestedLater}\n# ${number.slice(0, 4)} ${number.slice(4)}`;
	let roundTrips = 0;
	const racingContext = localShop.createContext(admin, async () => {
		if (roundTrips++ !== 1) return;
		await db.update(orders).set({ cancellationRequestedAt }).where(eq(orders.id, requestedLater));
	});
	const results = await shipMany(racingContext, parseShipmentLines(text));
	expect(getResults(results)).toEqual(["not_ready", "shipped", "not_ready", "shipped"]);
	expect(results[0]?.message).toBe("Cannot ship: Cancellation requested");
});

test("ships all orders except one that is disputed after the check", async () => {
	const [disputed = "", undisputed = ""] = await addPaidOrders(2);
	let roundTrips = 0;
	const racingContext = localShop.createContext(admin, async () => {
		if (roundTrips++ !== 1) return;
		await dispute(disputed);
	});
	const results = await shipMany(racingContext, parseShipmentLines(`${disputed}\n${undisputed}`));
	expect(getResults(results)).toEqual(["not_ready", "shipped"]);
	expect(await findOrder(disputed)).toMatchObject({ state: "paid" });
});
