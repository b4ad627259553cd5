import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { byteOrderMark } from "#contract/csv.ts";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { tablePageSize } from "#contract/limits.ts";
import { type OrderView, orderFilters } from "#contract/order-filters.ts";
import {
	hasReached,
	orderStateNames,
	orderStates,
	progressStates,
} from "#contract/order-states.ts";
import type { Filter } from "#contract/table-filters.ts";
import { auditLog, orders } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { unsetOrderTimes } from "../../../tests/support/orders.ts";
import { hasOpenCancellationRequest } from "./cancellation.ts";
import { exportOrders } from "./export.ts";
import type { Order } from "./read.ts";
import { getOrdersPage, readOrdersAfter } from "./search.ts";

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const admin = await localShop.addAccount("admin");
const adminContext = localShop.createContext(admin);
const productId = await localShop.addProduct(1);
const defaultView: OrderView = { search: "", by: "email", sort: "newest" };

/** Orders of two customers and three products, in every state, some placed in the same millisecond. */
const sampleOrders = Array.from({ length: 20 }, (_, index): Order => {
	const state = orderStateNames[index % orderStateNames.length] ?? "unpaid";
	const isPaid = hasReached(state, "paid");
	const requested = isPaid ? { cancellationRequestedAt: new Date(index) } : {};
	const declined = isPaid && index % 4 === 1 ? { cancellationDeclinedAt: new Date(index) } : {};
	const reachedStates = progressStates.filter((progress) => hasReached(state, progress));
	const times = [...reachedStates, state].map((name) => [orderStates[name].at, new Date(index)]);
	return {
		...mapDeliveryFields(() => ""),
		...unsetOrderTimes,
		cancellationRequestedAt: null,
		cancellationDeclinedAt: null,
		id: `${index % 2 ? "ab" : "cd"}${String(index).padStart(4, "0")}`,
		userId: null,
		productId,
		toolName: index % 3 === 1 ? "Bar" : index % 4 === 1 ? "bar long" : "Wrench",
		toolPriceCents: 100 + index,
		quantity: index + 1,
		name: "Ada",
		email: index < orderStateNames.length ? "ada@example.com" : "bob@example.com",
		location: "Here",
		phone: "1",
		transactionId: isPaid ? `pi_${index % 2 ? "A" : "a"}${index}` : null,
		...Object.fromEntries(times),
		createdAt: new Date(Math.floor(index / 4) * 1_000),
		...(index > orderStateNames.length ? { ...requested, ...declined } : {}),
		state,
	};
});

beforeAll(async () => {
	await db
		.insert(orders)
		.values(sampleOrders.map(({ state: _, ...order }) => ({ ...order, idempotencyKey: null })));
});

const compare = (first: string | number, second: string | number) =>
	first < second ? -1 : Number(first > second);

/** Returns the normalized value that the search looks in. */
function getSearchedValue({ by, search }: OrderView, order: Order): string {
	if (by === "email") return order.email;
	if (by === "tool") return order.toolName.toLowerCase();
	return search.startsWith("pi_") ? (order.transactionId ?? "") : order.id;
}

const filterNames = Object.keys(orderFilters) as (keyof typeof orderFilters)[];

/** Whether an order is listed with a choice of each filter, or with none (null). */
const filterChecks: Record<
	keyof typeof orderFilters,
	(order: Order, choice: string | null) => boolean
> = {
	state(order, choice) {
		if (choice === "asks_to_cancel") return hasOpenCancellationRequest(order);
		return choice === null ? order.state !== "cancelled" : order.state === choice;
	},
};

const matchesFilters = (view: OrderView, order: Order) =>
	filterNames.every((name) => filterChecks[name](order, view[name] ?? null));

/** Computes the order ids of a view without the database. */
function computeExpectedIds(view: OrderView): string[] {
	const { search, by, sort } = view;
	const text = by === "tool" || !search.startsWith("pi_") ? search.toLowerCase() : search;
	const isFound = (value: string) =>
		by === "tool" ? value.includes(text) : value.startsWith(text);
	const newestFirst = sampleOrders
		.filter((order) => matchesFilters(view, order))
		.filter((order) => search === "" || isFound(getSearchedValue(view, order)))
		.sort(
			(first, second) =>
				(search === ""
					? 0
					: compare(getSearchedValue(view, first), getSearchedValue(view, second))) ||
				compare(second.createdAt.getTime(), first.createdAt.getTime()) ||
				compare(second.id, first.id),
		)
		.map(({ id }) => id);
	return sort === "newest" ? newestFirst : newestFirst.reverse();
}

const searches: Pick<OrderView, "by" | "search">[] = [
	{ by: "email", search: "" },
	{ by: "email", search: "ADA@" },
	{ by: "email", search: "b" },
	{ by: "email", search: "pi_" },
	{ by: "tool", search: "BAR" },
	{ by: "tool", search: "w" },
	{ by: "tool", search: "R" },
	{ by: "tool", search: "long" },
	{ by: "tool", search: "no such tool" },
	{ by: "id", search: "" },
	{ by: "id", search: "AB" },
	{ by: "id", search: "cd000" },
	{ by: "id", search: "pi_A" },
	{ by: "id", search: "pi_" },
];

const filterChoices = Object.entries<Filter>(orderFilters).flatMap(([name, { choices }]) =>
	Object.keys(choices).map((choice) => ({ [name]: choice })),
);

const listViews = (search: (typeof searches)[number]) =>
	[{}, ...filterChoices].flatMap((filters) =>
		(["newest", "oldest"] as const).map((sort): OrderView => ({ ...search, ...filters, sort })),
	);

test.each(filterChoices)("some of the sample orders match %o, and some do not", (filters) => {
	const { length } = computeExpectedIds({ ...defaultView, ...filters });
	expect(length).toBeGreaterThan(0);
	expect(length).toBeLessThan(computeExpectedIds(defaultView).length);
});

/** Reads the ids of a view three orders at a time. */
async function readAllIds(view: OrderView): Promise<string[]> {
	const result: Order[] = [];
	for (let rows: Order[] = [], page = 0; page === 0 || rows.length === 3; page += 1) {
		rows = await readOrdersAfter(adminContext, view, result.at(-1) ?? null, 3);
		expect(rows.length).toBeLessThanOrEqual(3);
		result.push(...rows);
	}
	return result.map(({ id }) => id);
}

test.each(searches)(
	"lists orders by $by “$search” with every filter choice and sort order",
	async (search) => {
		for (const view of listViews(search)) {
			const { rows, hasMore } = await getOrdersPage(adminContext, { ...view, page: 0 });
			const message = JSON.stringify(view);
			expect(
				rows.map(({ id }) => id),
				message,
			).toEqual(computeExpectedIds(view));
			expect(hasMore).toBe(false);
			expect(await readAllIds(view), message).toEqual(computeExpectedIds(view));
		}
	},
);

test("finds the newest orders by any detail, in the spellings that people use", async () => {
	const id = "6920af31b0c4aaaaaaaaaaaa";
	const delivery = {
		location: "12 Dock Rd\nBoston, MA 02110",
		company: "O'Hara Tires & Sons",
		phone: "617 555-0175",
	};
	const details = {
		purchaseOrder: "WO-304/7",
		toolPartNumber: "ZZ-1403",
		transactionId: "pi_3Detail",
	};
	const shipped = {
		carrier: "UPS",
		trackingNumber: "1Z999AA1",
		paidAt: new Date(1),
		shippedAt: new Date(2),
	};
	const [sample] = sampleOrders;
	if (!sample) throw new Error("There are no orders.");
	const { state: _, ...row } = {
		...sample,
		cancelledAt: null,
		cancelReason: null,
		refundedAt: null,
	};
	const order = {
		...row,
		...mapDeliveryFields((name) => `Their ${name}`),
		...delivery,
		...details,
		...shipped,
		id,
		name: "Tom O'Hara",
		email: "tom@tires.example",
	};
	await db.insert(orders).values({ ...order, deliveredAt: null, idempotencyKey: null });
	onTestFinished(() => void db.delete(orders).where(eq(orders.id, id)));
	const find = async (search: string, state?: OrderView["state"]) => {
		const view = { ...defaultView, by: "any", search, state } as const;
		const { rows } = await getOrdersPage(adminContext, { ...view, page: 0 });
		expect(await readAllIds(view), search).toEqual(rows.map((row) => row.id));
		return rows.map((row) => row.id);
	};
	const texts = [
		"o'hara tires",
		"O'HARA",
		"tom@ti",
		"dock rd",
		"12 Dock Rd, Boston, MA 02110",
		"dock rd boston ma",
		"wo-304",
		"zz-14",
		"PI_3DETAIL",
		"#6920AF31B0C4",
		"6920 AF31 B0C4",
	];
	const phones = ["617 555 0175", "(617) 555-0175", "+1 617 555 0175", "6175550175", "555-0175"];
	const deliveryTexts = Object.values(mapDeliveryFields((name) => order[name]));
	const trackingNumbers = ["1z 999 aa1", "1Z-999–AA1", "1Z999"];
	for (const search of [...texts, ...deliveryTexts, ...phones, ...trackingNumbers]) {
		expect([search, await find(search)]).toEqual([search, [id]]);
	}
	for (const search of ["0175", "617 555 0176", "%", "tires\nboston"])
		expect(await find(search)).toEqual([]);
	expect(await find("wo-304", "shipped")).toEqual([id]);
	expect(await find("wo-304", "paid")).toEqual([]);
});

const readExport = async (view: OrderView) =>
	new TextDecoder("utf-8", { ignoreBOM: true }).decode(
		await new Response(await exportOrders(adminContext, view)).arrayBuffer(),
	);

test("exports only the orders of the view, and logs no search text", async () => {
	const view = { ...defaultView, search: "ada@", state: "paid" } as const;
	const text = await readExport(view);
	const [heading = "", ...lines] = text.trimEnd().split("\r\n");
	expect(heading.startsWith(`${byteOrderMark}Order,Date,Status,`)).toBe(true);
	expect(lines.map((line) => line.split(",")[0])).toEqual(computeExpectedIds(view));
	await readExport(defaultView);
	const { id: userId, email: actor } = admin;
	const entry = { userId, actor, action: "orders-exported", subjectId: "orders.csv" };
	expect(await db.select().from(auditLog).orderBy(sql`rowid`)).toMatchObject([
		{ ...entry, detail: expect.stringMatching(/^Status: Paid.*, filtered by email$/) },
		{ ...entry, detail: "All but canceled" },
	]);
});

test("exports include all pages, and tables have a last page", async () => {
	await db.run(sql`insert into orders (id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, created_at)
		with recursive many(n) as (select 1 union all select n + 1 from many where n < 2501)
		select printf('many%05d', n), ${productId}, 'Many', 100, 1, 'Ada', 'many@example.com', 'Here', '1', n from many`);
	const view = { ...defaultView, search: "many@" };
	const lines = (await readExport(view)).trimEnd().split("\r\n").slice(1);
	expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(2_501);
	expect(lines).toHaveLength(2_501);
	const last = await getOrdersPage(adminContext, {
		...view,
		page: Math.floor(2_501 / tablePageSize),
	});
	expect([last.rows.length, last.hasMore]).toEqual([2_501 % tablePageSize, false]);
	const first = await getOrdersPage(adminContext, { ...view, page: 0 });
	expect([first.rows.length, first.hasMore]).toEqual([tablePageSize, true]);
});

test.each([
	["email", "ada@", "orders_email"],
	["tool", "bar", "orders_tool"],
] as const)(
	"uses the index of the searched column when searching by %s within one state",
	async (by, search, index) => {
		const statements: string[] = [];
		const recordingContext = localShop.createContext(
			admin,
			(queries) => void statements.push(...queries),
		);
		await getOrdersPage(recordingContext, { ...defaultView, by, search, state: "paid", page: 0 });
		const [select = ""] = statements;
		const plan = await db.all(sql.raw(`explain query plan ${select}`));
		expect(JSON.stringify(plan)).toContain(`orders USING INDEX ${index} `);
	},
);
