import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byteOrderMark } from "#contract/csv.ts";
import { mapDelivery } from "#contract/delivery.ts";
import { tableSize } from "#contract/limits.ts";
import { hasReached, orderProgress, orderStateNames, orderStates } from "#contract/order-states.ts";
import { auditLog, orders } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { unsetOrderTimes } from "../../../tests/support/times.ts";
import { csvHead, exportOrders } from "./export.ts";
import type { Order } from "./read.ts";
import { getOrdersPage, type OrderView, readOrdersAfter } from "./search.ts";

const local = createLocalShop();
afterAll(local.close);
const { db } = local.anonymous;
const admin = await local.addAccount("admin");
const shop = local.createShopFor(admin);
const productId = await local.addProduct(1);
const shown: OrderView = { search: "", by: "email", state: null, sort: "newest" };

/** Orders of two people and three tools, in every state, some of them placed in the same millisecond. */
const placed = Array.from({ length: 20 }, (_, index): Order => {
	const state = orderStateNames[index % orderStateNames.length] ?? "unpaid";
	const reached = orderProgress.filter((each) => hasReached(state, each)).slice(1);
	const times = [...reached, ...(state === "cancelled" ? [state] : [])].map((each) => [
		orderStates[each].at,
		new Date(index),
	]);
	return {
		...mapDelivery(() => ""),
		...unsetOrderTimes,
		id: `${index % 2 ? "ab" : "cd"}${String(index).padStart(4, "0")}`,
		userId: null,
		productId,
		toolName: ["Bar", "bar long", "Wrench"][index % 3 === 1 ? 0 : index % 4 === 1 ? 1 : 2] ?? "",
		toolPriceCents: 100 + index,
		quantity: index + 1,
		name: "Ada",
		email: index < orderStateNames.length ? "ada@example.com" : "bob@example.com",
		location: "Here",
		phone: "1",
		transactionId: hasReached(state, "paid") ? `pi_${index % 2 ? "A" : "a"}${index}` : null,
		createdAt: new Date(Math.floor(index / 4) * 1_000),
		...Object.fromEntries(times),
		state,
	};
});

beforeAll(async () => {
	await db
		.insert(orders)
		.values(placed.map(({ state: _, ...order }) => ({ ...order, idempotencyKey: null })));
});

const compare = (one: string | number, other: string | number) =>
	one < other ? -1 : Number(one > other);

/** What is searched, as it is compared. */
function keyOf({ by, search }: OrderView, order: Order): string {
	if (by === "email") return order.email;
	if (by === "tool") return order.toolName.toLowerCase();
	return search.startsWith("pi_") ? (order.transactionId ?? "") : order.id;
}

/** The orders of a view, worked out without the database. */
function ordersOf(view: OrderView): string[] {
	const { search, by, state, sort } = view;
	const asked = by === "tool" || !search.startsWith("pi_") ? search.toLowerCase() : search;
	const list = placed
		.filter((order) => (state === null ? order.state !== "cancelled" : order.state === state))
		.filter((order) => search === "" || keyOf(view, order).startsWith(asked))
		.sort(
			(one, other) =>
				(search === "" ? 0 : compare(keyOf(view, one), keyOf(view, other))) ||
				compare(other.createdAt.getTime(), one.createdAt.getTime()) ||
				compare(other.id, one.id),
		)
		.map(({ id }) => id);
	return sort === "newest" ? list : list.reverse();
}

const searches: Pick<OrderView, "by" | "search">[] = [
	{ by: "email", search: "" },
	{ by: "email", search: "ADA@" },
	{ by: "email", search: "b" },
	{ by: "email", search: "pi_" },
	{ by: "tool", search: "BAR" },
	{ by: "tool", search: "w" },
	{ by: "tool", search: "no such tool" },
	{ by: "id", search: "" },
	{ by: "id", search: "AB" },
	{ by: "id", search: "cd000" },
	{ by: "id", search: "pi_A" },
	{ by: "id", search: "pi_" },
];
const viewsOf = (searched: (typeof searches)[number]) =>
	[null, ...orderStateNames].flatMap((state) =>
		(["newest", "oldest"] as const).map((sort): OrderView => ({ ...searched, state, sort })),
	);

/** Reads a view three orders at a time. */
async function readThrough(view: OrderView): Promise<string[]> {
	const found: Order[] = [];
	for (let rows: Order[] = [], page = 0; page === 0 || rows.length === 3; page += 1) {
		rows = await readOrdersAfter(shop, view, found.at(-1) ?? null, 3);
		expect(rows.length).toBeLessThanOrEqual(3);
		found.push(...rows);
	}
	return found.map(({ id }) => id);
}

test.each(searches)("orders by $by “$search” in every state and order", async (searched) => {
	for (const view of viewsOf(searched)) {
		const { rows, more } = await getOrdersPage(shop, { ...view, page: 0 });
		const words = JSON.stringify(view);
		expect(
			rows.map(({ id }) => id),
			words,
		).toEqual(ordersOf(view));
		expect(more).toBe(false);
		expect(await readThrough(view), words).toEqual(ordersOf(view));
	}
});

const exported = async (view: OrderView) =>
	new TextDecoder("utf-8", { ignoreBOM: true }).decode(
		await new Response(await exportOrders(shop, view)).arrayBuffer(),
	);

test("the export has only the orders of its view, and is logged without the search text", async () => {
	const view = { ...shown, search: "ada@", state: "paid" } as const;
	const text = await exported(view);
	expect(text.startsWith(byteOrderMark + csvHead)).toBe(true);
	const lines = text
		.slice((byteOrderMark + csvHead).length)
		.trimEnd()
		.split("\r\n");
	expect(lines.map((line) => line.split(",")[0])).toEqual(ordersOf(view));
	await exported(shown);
	const { id: userId, email: actor } = admin;
	const note = { userId, actor, action: "orders-exported", subjectId: "orders.csv" };
	expect(await db.select().from(auditLog).orderBy(sql`rowid`)).toMatchObject([
		{ ...note, detail: expect.stringMatching(/^Paid.*, filtered by email$/) },
		{ ...note, detail: "All but cancelled" },
	]);
});

test("an export and a table of more orders than a page continue on the next one", async () => {
	await db.run(sql`insert into orders (id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, created_at)
		with recursive many(n) as (select 1 union all select n + 1 from many where n < 2501)
		select printf('many%05d', n), ${productId}, 'Many', 100, 1, 'Ada', 'many@example.com', 'Here', '1', n from many`);
	const view = { ...shown, search: "many@" };
	const lines = (await exported(view)).trimEnd().split("\r\n").slice(1);
	expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(2_501);
	expect(lines).toHaveLength(2_501);
	const last = await getOrdersPage(shop, { ...view, page: Math.floor(2_501 / tableSize) });
	expect([last.rows.length, last.more]).toEqual([2_501 % tableSize, false]);
	const first = await getOrdersPage(shop, { ...view, page: 0 });
	expect([first.rows.length, first.more]).toEqual([tableSize, true]);
});

test.each([
	["email", "ada@", "orders_email"],
	["tool", "bar", "orders_tool"],
] as const)(
	"a search by %s in one state reads the index of what is searched",
	async (by, search, index) => {
		const statements: string[] = [];
		const watched = local.createShopFor(admin, (asked) => void statements.push(...asked));
		await getOrdersPage(watched, { ...shown, by, search, state: "paid", page: 0 });
		const [select = ""] = statements;
		const plan = await db.all(sql.raw(`explain query plan ${select}`));
		expect(JSON.stringify(plan)).toContain(`orders USING INDEX ${index} `);
	},
);
