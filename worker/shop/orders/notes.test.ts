import { eq } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { auditLog, orderNotes, orders } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow, daysAgo } from "../../../tests/support/orders.ts";
import { simulateOutage } from "../../../tests/support/outage.ts";
import { readOwnData } from "../accounts/own-data.ts";
import { deleteUser } from "../accounts/users.ts";
import { addNote, deleteNote, listNotes } from "./notes.ts";
import { getTimeline } from "./timeline.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.mock("@react-router/cloudflare", () => ({}));

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const productId = await localShop.addProduct(10);

async function createFixture() {
	await db.delete(auditLog);
	const [admin, colleague, shopper] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount("support"),
		await localShop.addAccount(),
	];
	const row = createOrderRow({ productId, userId: shopper.id, paidAt: new Date(1) });
	await db.insert(orders).values(row);
	const adminContext = localShop.createContext(admin);
	return { admin, colleague, shopper, orderId: row.id, adminContext };
}

test("two colleagues can add the same text", async () => {
	const { colleague, orderId, adminContext } = await createFixture();
	const id = await addNote(adminContext, orderId, "Called");
	expect(await addNote(localShop.createContext(colleague), orderId, "Called")).not.toBe(id);
	expect(await listNotes(adminContext, orderId)).toHaveLength(2);
});

test("shows notes to all staff, but lets only the author delete them", async () => {
	const { admin, colleague, orderId, adminContext } = await createFixture();
	const id = await addNote(adminContext, orderId, "Call before delivery");
	expect(await addNote(adminContext, orderId, "Call before delivery"), "repeated request").toBe(id);
	const colleagueContext = localShop.createContext(colleague);
	await addNote(colleagueContext, orderId, "Called");
	expect(await listNotes(colleagueContext, orderId)).toMatchObject([
		{ id, text: "Call before delivery", author: admin.email, isOwn: false },
		{ text: "Called", author: colleague.email, isOwn: true },
	]);
	await expect(deleteNote(colleagueContext, orderId, id)).rejects.toMatchObject({
		code: "forbidden",
	});
	expect(await deleteNote(adminContext, orderId, id)).toBe(1);
	expect(await deleteNote(adminContext, orderId, id), "repeated request").toBe(0);
	expect((await listNotes(adminContext, orderId)).map(({ text }) => text)).toEqual(["Called"]);
	const entries = await db
		.select({ action: auditLog.action, detail: auditLog.detail })
		.from(auditLog);
	expect(entries.map(({ action }) => action)).toEqual([
		"order-noted",
		"order-noted",
		"order-note-deleted",
	]);
	expect(JSON.stringify(entries)).not.toContain("Call");
	await expect(addNote(adminContext, "none", "x")).rejects.toMatchObject({
		code: "order_not_found",
	});
});

test("adds a note with the text of an earlier day's note", async () => {
	const { orderId, adminContext } = await createFixture();
	const earlierId = await addNote(adminContext, orderId, "Called, no answer");
	await db
		.update(orderNotes)
		.set({ createdAt: daysAgo(1) })
		.where(eq(orderNotes.id, earlierId));
	const id = await addNote(adminContext, orderId, "Called, no answer");
	expect((await listNotes(adminContext, orderId)).map((note) => note.id)).toEqual([earlierId, id]);
});

test("adds a note once if D1's response is lost", async () => {
	const { admin, orderId, adminContext } = await createFixture();
	const outage = simulateOutage({ skipRoundTrips: 1, failRoundTrips: 1, failAfterCommit: true });
	await addNote(localShop.createContext(admin, outage.beforeQuery), orderId, "Fragile");
	expect(await listNotes(adminContext, orderId)).toHaveLength(1);
	expect(await db.$count(auditLog)).toBe(1);
});

test("hides notes from the customer, even in the timeline", async () => {
	const { shopper, orderId, adminContext } = await createFixture();
	await addNote(adminContext, orderId, "Call before delivery");
	const customerContext = localShop.createContext(shopper);
	await expect(listNotes(customerContext, orderId)).rejects.toMatchObject({ status: 403 });
	await expect(addNote(customerContext, orderId, "x")).rejects.toMatchObject({ status: 403 });
	expect((await getTimeline(customerContext, orderId)).map(({ text }) => text)).toEqual([
		"Placed",
		"Paid",
	]);
});

test("the export of a customer's data includes the notes, but not their authors", async () => {
	const { admin, shopper, orderId, adminContext } = await createFixture();
	await addNote(adminContext, orderId, "Call before delivery");
	let json = "";
	for await (const part of await readOwnData(localShop.createContext(shopper), "")) json += part;
	expect(JSON.parse(json)).toMatchObject({
		orders: [{ notes: [{ text: "Call before delivery" }] }],
	});
	expect(json).not.toContain(admin.email);
});

test("deletes notes with the customer's account, but keeps those of a deleted author", async () => {
	const { colleague, shopper, orderId, adminContext } = await createFixture();
	await addNote(localShop.createContext(colleague), orderId, "Called");
	await deleteUser(adminContext, colleague.email);
	expect(await listNotes(adminContext, orderId)).toMatchObject([{ text: "Called", author: null }]);
	await deleteUser(adminContext, shopper.email);
	expect(await listNotes(adminContext, orderId)).toEqual([]);
});
