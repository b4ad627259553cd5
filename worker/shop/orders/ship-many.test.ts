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

const local = createLocalShop();
afterAll(local.close);
const { db } = local;
const admin = await local.addAccount("admin");
const shop = local.createContext(admin);
const productId = await local.addProduct(10);

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
const resultsOf = (checked: Awaited<ReturnType<typeof checkShipments>>) =>
	checked.map(({ result }) => result);

async function dispute(order: string) {
	const [id, now] = [`pi_${order}`, new Date()];
	const payment = { id, orderId: order, amountCents: 1, status: "paid", updatedAt: now } as const;
	await db.insert(payments).values({ ...payment, hold: "disputed" });
}

async function addPaidOrders(count: number): Promise<string[]> {
	const rows = Array.from({ length: count }, () => createOrderRow({ productId, paidAt }));
	for (const row of rows) await db.insert(orders).values(row);
	return rows.map(({ id }) => id);
}

test("answers each line, changes nothing without confirmation, and then only what is ready", async () => {
	const [ready, bare, untracked, same, other, unpaid, canceled, held] = [
		await addOrder({ paidAt }),
		await addOrder({ paidAt }),
		await addOrder({ paidAt, shippedAt }),
		await addOrder({ paidAt, shippedAt, ...ups }),
		await addOrder({ paidAt, shippedAt, ...ups }),
		await addOrder(),
		await addOrder({ cancelledAt }),
		await addOrder({ paidAt }),
	];
	await dispute(held);
	const [twice, contradicted] = await addPaidOrders(2);
	const lines = parseShipmentLines(
		[
			`${orderNumber(ready)}, ups, 1Z 999`,
			`#${bare}`,
			`${untracked}, fedex, 12`,
			`${same}, UPS, 1Z999`,
			`${other}, DHL, 7`,
			`${unpaid}, DHL, 8`,
			`${canceled}, DHL, 9`,
			`${held}, DHL, 10`,
			`${twice}, DHL, 11`,
			`${orderNumber(twice ?? "")}, DHL, 11`,
			`${contradicted}, DHL, 12`,
			`${contradicted}, DHL, 13`,
			"000000000000, DHL, 14",
			"half, DHL, 15",
			`${ready}é, DHL, ü`,
		].join("\n"),
	);
	const before = await db.select().from(orders).orderBy(orders.id);
	const checked = await checkShipments(shop, lines);
	expect(await db.select().from(orders).orderBy(orders.id)).toEqual(before);
	const rest = [
		...["unchanged", "other_number", "not_ready", "not_ready", "not_ready"],
		...["ready", "twice", "twice", "twice", "not_found", "not_found", "invalid"],
	];
	expect(resultsOf(checked)).toEqual(["ready", "ready", "ready_to_track", ...rest]);
	expect(checked.map(({ message }) => message)).toEqual(
		expect.arrayContaining([
			"Already shipped with UPS 1Z999. Correct it on the page of the order.",
			"Cannot ship: Unpaid",
			"Cannot ship: Canceled",
			"Cannot ship: Disputed",
		]),
	);
	const done = await shipMany(shop, lines);
	expect(resultsOf(done)).toEqual([
		...["shipped", "shipped", "tracked"],
		...rest.map((result) => (result === "ready" ? "shipped" : result)),
	]);
	expect(await findOrder(ready)).toMatchObject({ state: "shipped", ...ups });
	expect(await findOrder(bare)).toMatchObject({ state: "shipped", trackingNumber: null });
	expect(await findOrder(untracked)).toMatchObject({ shippedAt, carrier: "FedEx" });
	expect(await findOrder(held)).toMatchObject({ state: "paid" });
	expect(await findOrder(contradicted ?? "")).toMatchObject({ state: "paid" });
	const emails = await db
		.select({ id: orderEmails.orderId, kind: orderEmails.kind })
		.from(orderEmails);
	expect(new Map(emails.map(({ id, kind }) => [id, kind]))).toEqual(
		new Map([
			[ready, "shipped"],
			[bare, "shipped"],
			[twice, "shipped"],
			[untracked, "tracking"],
		]),
	);
	const entries = await db
		.select({ id: auditLog.subjectId, action: auditLog.action, detail: auditLog.detail })
		.from(auditLog);
	expect(entries).toHaveLength(4);
	expect(entries).toContainEqual({
		...{ id: ready, action: "order-shipped", detail: "10 pieces, UPS 1Z999" },
	});
	expect(entries).toContainEqual({ id: bare, action: "order-shipped", detail: "10 pieces" });
	expect(entries).toContainEqual({
		...{ id: untracked, action: "order-tracked", detail: "none → FedEx 12" },
	});
	expect(resultsOf(await shipMany(shop, lines)), "pressed twice").toEqual([
		...["unchanged", "unchanged", "unchanged"],
		...rest.map((result) => (result === "ready" ? "unchanged" : result)),
	]);
	expect(await db.$count(auditLog)).toBe(4);
});

test("ships the most lines in two round trips, each with few parameters", async () => {
	const ids = await addPaidOrders(shipmentLinesMax);
	const text = ids.map((id, index) => `${id},UPS,${index + 1}`).join("\n");
	let roundTrips = 0;
	const counting = local.createContext(admin, () => {
		roundTrips += 1;
	});
	const done = await shipMany(counting, parseShipmentLines(text));
	expect(new Set(resultsOf(done))).toEqual(new Set(["shipped"]));
	expect(roundTrips).toBe(2);
	for (const table of [orderEmails, auditLog]) expect(await db.$count(table)).toBe(ids.length);
	const wrong = await db.$count(orders, sql`${orders.trackingNumber} is null`);
	expect([wrong, (await findOrder(ids[6] ?? ""))?.trackingNumber]).toEqual([0, "7"]);
	const tooMany = parseShipmentLines(`${text}\n000000000000`);
	await expect(shipMany(shop, tooMany)).rejects.toMatchObject({ code: "too_many_shipments" });
	await expect(shipMany(shop, [])).rejects.toMatchObject({ code: "no_shipments" });
});

test("ships each order once if D1's response is lost, and reports it", async () => {
	const ids = await addPaidOrders(3);
	const lines = parseShipmentLines(ids.map((id) => `${id},UPS,1Z999`).join("\n"));
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	const done = await shipMany(local.createContext(admin, outage.watch), lines);
	expect(resultsOf(done)).toEqual(["shipped", "shipped", "shipped"]);
	expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([3, 3]);
});

test.each([0, 1])(
	"two admins who ship the same list at once ship each order once (round trip %i)",
	async (roundTrip) => {
		const [first = "", second = ""] = await addPaidOrders(2);
		const mine = parseShipmentLines(`${first},UPS,1\n${second},UPS,2`);
		const theirs = parseShipmentLines(`${first},UPS,1\n${second},DHL,3`);
		let trips = 0;
		const raced = local.createContext(admin, async () => {
			if (trips++ === roundTrip) await shipMany(shop, theirs);
		});
		const done = await shipMany(raced, mine);
		expect(resultsOf(done)).toEqual(["unchanged", "other_number"]);
		expect(await findOrder(second)).toMatchObject({ carrier: "DHL", trackingNumber: "3" });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([2, 2]);
	},
);

test("does not ship orders whose customers ask to cancel them, also after the check, until they are answered", async () => {
	const cancellationRequestedAt = new Date();
	const [asked, declined, later, spaced] = [
		await addOrder({ paidAt, cancellationRequestedAt }),
		await addOrder({ paidAt, cancellationRequestedAt, cancellationDeclinedAt: new Date() }),
		await addOrder({ paidAt }),
		await addOrder({ paidAt }),
	];
	const number = orderNumber(spaced);
	const text = `${asked}\n${declined}\n${later}\n# ${number.slice(0, 4)} ${number.slice(4)}`;
	let trips = 0;
	const raced = local.createContext(admin, async () => {
		if (trips++ !== 1) return;
		await db.update(orders).set({ cancellationRequestedAt }).where(eq(orders.id, later));
	});
	const done = await shipMany(raced, parseShipmentLines(text));
	expect(resultsOf(done)).toEqual(["not_ready", "shipped", "not_ready", "shipped"]);
	expect(done[0]?.message).toBe("Cannot ship: Customer asks to cancel");
});

test("does not ship an order that is disputed after the check, but all others", async () => {
	const [held = "", other = ""] = await addPaidOrders(2);
	let trips = 0;
	const raced = local.createContext(admin, async () => {
		if (trips++ !== 1) return;
		await dispute(held);
	});
	const done = await shipMany(raced, parseShipmentLines(`${held}\n${other}`));
	expect(resultsOf(done)).toEqual(["not_ready", "shipped"]);
	expect(await findOrder(held)).toMatchObject({ state: "paid" });
});
