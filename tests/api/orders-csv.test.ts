import { asc, desc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderStateLabels } from "#contract/order-states.ts";
import { auditLog, orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const path = "/dashbord/orders.csv";
let admin: TestAccount;

beforeAll(async () => {
	admin = await createAdmin(shop);
	const { id: productId } = await createProduct(shop);
	await addDashboardRows(shop, { prefix: "Aa", count: 5_200, productId });
	const sameEmail = { productId, email: "twin@example.com", toolName: "Twin" };
	for (const second of [1, 1, 2]) {
		await addOrder(shop, { ...sameEmail, createdAt: new Date(1_000 * second) });
	}
	await addOrder(shop, {
		productId,
		paidAt: new Date(),
		createdAt: new Date(0),
		name: '=HYPERLINK("x")',
		location: 'Bay 4,\n"the blue door"',
		phone: "+44 114",
	});
});

/** Returns the order IDs in a CSV text. Each is at the start of a line, before a date. */
const findIds = (text: string) =>
	Array.from(text.matchAll(/^([\w-]{20,}),\d{4}-/gm), ([, id]) => id ?? "");

const readCsv = async (query = "") => (await admin.fetch(path + query)).text();

test("the export streams every order once, newest first", async () => {
	const response = await fetch(shop.url + path, {
		headers: { Cookie: `session=${admin.session}`, "CF-Connecting-IP": "2001:db8::7" },
	});
	expect(Object.fromEntries(response.headers)).toMatchObject({
		"content-type": "text/csv; charset=utf-8",
		"cache-control": "private, no-store",
		"content-disposition": expect.stringMatching(
			/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/,
		),
	});
	expect(response.headers.get("content-length")).toBeNull();
	const chunkSizes: number[] = [];
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	let text = "";
	for await (const chunk of response.body ?? []) {
		chunkSizes.push(chunk.length);
		text += decoder.decode(chunk, { stream: true });
	}
	expect(text.startsWith("\ufeffOrder,Date,Status,")).toBe(true);
	expect(text.endsWith("\r\n")).toBe(true);
	expect(chunkSizes[0]).toBeLessThan(text.length / 2);
	const newestFirst = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.orderBy(desc(orders.createdAt), desc(orders.id));
	expect(findIds(text)).toEqual(newestFirst.map(({ id }) => id));
});

test("the export uses the filters and the sort order of the table", async () => {
	const oldestFirst = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.orderBy(asc(orders.createdAt), asc(orders.id));
	expect(findIds(await readCsv("?sort=oldest"))).toEqual(oldestFirst.map(({ id }) => id));
	const byEmail = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(eq(orders.email, "twin@example.com"))
		.orderBy(desc(orders.createdAt), desc(orders.id));
	expect(findIds(await readCsv("?search=twin"))).toEqual(byEmail.map(({ id }) => id));
	const byTool = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(like(orders.toolName, "%aa%"))
		.orderBy(asc(orders.toolName));
	expect(new Set(findIds(await readCsv("?by=tool&search=aa")))).toEqual(
		new Set(byTool.map(({ id }) => id)),
	);
	expect(findIds(await readCsv("?state=paid"))).toHaveLength(1);
	expect(findIds(await readCsv("?state=shipped"))).toEqual([]);
});

test("a customer's text cannot break a CSV record or become a formula", async () => {
	const text = await readCsv("?state=paid");
	expect(text).toContain(`"'=HYPERLINK(""x"")"`);
	expect(text).toContain('"Bay 4,\n""the blue door"""');
	expect(text).toContain(",'+44 114,");
	expect(text).toContain(",10,12.5,125,");
});

test("only admins can export orders, and only if the export can be written to the audit log", async () => {
	const shopper = await createAccount(shop);
	expect((await shopper.fetch(path)).status).toBe(302);
	expect((await shop.fetch(path)).status).toBe(302);
	const otherAdmin = await createAdmin(shop);
	const head = await otherAdmin.fetch(path, { method: "HEAD" });
	expect(head.headers.get("content-type")).toBe("text/csv; charset=utf-8");
	await otherAdmin.fetch(`${path}?state=paid&by=email&search=twin`);
	const entries = await shop.db.select().from(auditLog).where(eq(auditLog.actor, otherAdmin.email));
	expect(entries).toMatchObject([
		{ action: "orders-exported", detail: `Status: ${orderStateLabels.paid}, filtered by email` },
	]);
	const repairTable = await breakTable(shop, "audit_log", "no such log");
	const failedResponse = await otherAdmin.fetch(path);
	await repairTable();
	expect(failedResponse.status).toBe(500);
	expect(await failedResponse.text()).not.toContain("Transaction id");
});
