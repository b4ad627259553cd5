import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { quoteNumber } from "#contract/shop.ts";
import { auditLog, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Returns the action, subject and detail of each row on the audit log page. */
async function readAuditRows(query: string) {
	const admin = await createAdmin(shop);
	const html = await (await admin.fetch(`/dashbord/audit${query}`)).text();
	const [, body = ""] = /<tbody>([\s\S]*)<\/tbody>/.exec(html) ?? [];
	return Array.from(body.matchAll(/<tr>([\s\S]*?)<\/tr>/g), ([, row = ""]) =>
		Array.from(row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g), ([, cell = ""]) =>
			cell
				.replace(/<(?!div)[^>]*>/g, "")
				.replace(/(?:<[^>]*>)+/g, " ")
				.trim(),
		).slice(2),
	);
}

test("the audit log lists an admin's API actions, newest first", async () => {
	const admin = await createAdmin(shop);
	const { id, name } = await createProduct(shop, { name: "Puller" });
	await admin.fetchWithToken(`/products/${id}`, createJsonInit({ updatequantity: 60 }, "PUT"));
	const edit = { decreption: "Pulls.", price: 13, quantity: 60, minimum: 10 };
	await admin.fetchWithToken(`/product/${id}`, createJsonInit(edit, "PUT"));
	await admin.fetchWithToken(`/products/${id}`, { method: "DELETE" });
	const query = new URLSearchParams({ search: admin.email.toUpperCase() });
	expect(await readAuditRows(`?${query}`)).toEqual([
		["Product deleted", `${name} ${id}`, ""],
		["Product updated", `${name} ${id}`, "price $12.50 → $13.00, description"],
		["Stock set", `${name} ${id}`, "100 → 60"],
	]);
	query.set("action", "stock-set");
	expect(await readAuditRows(`?${query}`)).toHaveLength(1);
	query.set("action", "user-deleted");
	expect(await readAuditRows(`?${query}`)).toEqual([]);
	expect(await readAuditRows("?search=nobody@example.com")).toEqual([]);
});

test("the audit log names a quote once, with a link to it", async () => {
	const admin = await createAdmin(shop);
	const { id: userId } = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	const id = await addQuote(shop, { userId, productId });
	await admin.fetchWithToken(`/quotes/${id}/offer`, { method: "DELETE" });
	expect(await readAuditRows(`?search=${admin.email}`)).toEqual([
		["Quote withdrawn", `Quote ${quoteNumber(id)}`, ""],
	]);
});

test("the audit log shows the id of each product of an edit of prices and stock, and none of the edit", async () => {
	const admin = await createAdmin(shop);
	const { id } = await createProduct(shop, { name: "Puller" });
	const { id: otherId } = await createProduct(shop, { name: "Jack" });
	const changes = [
		{ id, price: 13 },
		{ id: otherId, price: 14 },
	];
	await admin.fetchWithToken("/products", createJsonInit({ changes }, "PATCH"));
	expect(await readAuditRows(`?search=${admin.email}`)).toEqual([
		[
			"Prices and stock edited",
			"2 products",
			`Puller (${id}): price $12.50 → $13.00; Jack (${otherId}): price $12.50 → $14.00`,
		],
	]);
});

test("an admin's action fails if it cannot be written to the audit log", async () => {
	const admin = await createAdmin(shop);
	const { id } = await createProduct(shop);
	const repairTable = await breakTable(shop, "audit_log", "no such log");
	const response = await admin.fetchWithToken(`/products/${id}`, { method: "DELETE" });
	await repairTable();
	expect(response.status).toBe(500);
	const row = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(row?.deletedAt).toBeNull();
	expect(await shop.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
});

test("a rejected action is not written to the audit log", async () => {
	const admin = await createAdmin(shop);
	const { id } = await createProduct(shop);
	for (const [path, init, status] of [
		["/products/none", { method: "DELETE" }, 404],
		["/shiftorders/none", createJsonInit({}, "PATCH"), 404],
		[`/product/${id}`, createJsonInit({ decreption: "x" }, "PUT"), 400],
		[`/user/admin/${admin.email}`, { method: "DELETE" }, 403],
	] as const) {
		expect([path, (await admin.fetchWithToken(path, init)).status]).toEqual([path, status]);
	}
	expect(await shop.db.$count(auditLog, eq(auditLog.actor, admin.email))).toBe(0);
});

test("the audit log is paginated", async () => {
	const entries = Array.from({ length: tablePageSize + 5 }, (_, index) => ({
		id: `line${index}`,
		actor: "many@example.com",
		action: "stock-set",
		subjectId: "x",
		subject: `Number ${index}`,
		createdAt: new Date(1_000 * index),
	}));
	await Promise.all(entries.map((entry) => shop.db.insert(auditLog).values(entry)));
	const firstPage = await readAuditRows("?search=many@example.com");
	const secondPage = await readAuditRows("?search=many@example.com&page=1");
	expect([firstPage.length, secondPage.length]).toEqual([tablePageSize, 5]);
	expect([firstPage[0]?.[1], secondPage[4]?.[1]]).toEqual([
		`Number ${tablePageSize + 4} x`,
		"Number 0 x",
	]);
});

test("a page has status 500 if part of it cannot be rendered", async () => {
	const admin = await createAdmin(shop);
	const invalidDate = sql<Date>`9e15`;
	const row = { actor: admin.email, action: "stock-set", subjectId: "part", subject: "part" };
	await shop.db.insert(auditLog).values({ ...row, id: "part", createdAt: invalidDate });
	const response = await admin.fetch(`/dashbord/audit?search=${admin.email}`);
	await shop.db.delete(auditLog).where(eq(auditLog.id, "part"));
	expect(response.status).toBe(500);
	expect(await response.text()).toContain("Something went wrong");
});
