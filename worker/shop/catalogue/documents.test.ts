import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { documentMaxBytes, documentsMax } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import { auditLog, images, productDocuments, products } from "#worker/db/schema.ts";
import { createPdf } from "../../../tests/support/create-pdf.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import type { ShopContext } from "../context.ts";
import { sweepUploads } from "../images/sweep.ts";
import { addDocument, listDocuments, removeDocument, reorderDocuments } from "./documents.ts";
import { deleteProduct } from "./edit.ts";
import { requireProductPage } from "./home-and-product-pages.ts";

async function createDocumentShop() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const stored = new Map<string, Date>();
	const PICTURES = {
		put: async (key: string) => stored.set(key, new Date()),
		head: async (key: string) => (stored.has(key) ? { uploaded: stored.get(key) } : null),
		delete: async (key: string) => stored.delete(key),
	};
	const createContext = (account: Account | null, beforeQuery?: QueryHook) =>
		withEnv(localShop.createContext(account, beforeQuery), { PICTURES });
	const id = await localShop.addProduct(10);
	const account = await localShop.addAccount("catalogue");
	const staff = createContext(account);
	const add = (text: string, shop: ShopContext = staff, title = `Title ${text}`) =>
		addDocument(shop, id, { title, file: new Blob([createPdf(text)]) });
	const readTitles = async (shop: ShopContext = localShop.anonymousContext) =>
		(await listDocuments(shop, id)).map(({ title }) => title);
	return { ...localShop, createContext, stored, id, account, staff, add, readTitles };
}

test("adding, reordering and removing a document each write an audit entry", async () => {
	const { id, db, staff, add, readTitles, stored, anonymousContext } = await createDocumentShop();
	const [a, b, c] = [await add("a"), await add("b"), await add("c")];
	expect([...stored.keys()]).toEqual([a, b, c]);
	expect(await reorderDocuments(staff, id, [c, a, b])).toBe(3);
	expect(await readTitles()).toEqual(["Title c", "Title a", "Title b"]);
	expect(await removeDocument(staff, id, a)).toBe(1);
	await expect(removeDocument(staff, id, a)).rejects.toMatchObject({ code: "document_not_found" });
	await add("d");
	expect(await readTitles()).toEqual(["Title c", "Title b", "Title d"]);
	const { product } = await requireProductPage(anonymousContext, id, 0);
	expect(product.documents.map(({ title }) => title)).toEqual(await readTitles());
	expect([...staff.edgeCache.tagsToPurge]).toEqual([`product:${id}`]);
	const entries = await db.select({ detail: auditLog.detail }).from(auditLog);
	expect(entries.map(({ detail }) => detail).sort()).toEqual([
		...["a", "b", "c", "d"].map((text) => `Document added: Title ${text}`),
		"Document removed",
		"Documents reordered",
	]);
});

test("uploading the same file again changes its title and keeps its position", async () => {
	const { add, readTitles, staff, db } = await createDocumentShop();
	await add("a");
	await add("b");
	await add("a", staff, "Manual");
	expect(await readTitles()).toEqual(["Manual", "Title b"]);
	expect(await db.$count(productDocuments)).toBe(2);
});

test("a product cannot exceed the document limit, even if someone else adds one at the same time", async () => {
	const { add, readTitles, account, createContext } = await createDocumentShop();
	for (let index = 1; index < documentsMax; index += 1) await add(String(index));
	let isOtherAdded = false;
	const shop = createContext(account, async (statements) => {
		if (isOtherAdded || !statements.some((statement) => statement.includes("product_documents")))
			return;
		isOtherAdded = true;
		await add("of another employee");
	});
	await expect(add("one too many", shop)).rejects.toMatchObject({
		status: 400,
		issues: [{ field: "document" }],
	});
	expect(await readTitles()).toHaveLength(documentsMax);
	await add("1", shop, "Renamed");
	expect(await readTitles()).toContain("Renamed");
});

test("rejects a new order that does not contain each document once", async () => {
	const { id, staff, add, readTitles } = await createDocumentShop();
	const [a, b] = [await add("a"), await add("b")];
	for (const keys of [[a], [a, a], [b, "x"], [b, a, "x"], []]) {
		await expect(reorderDocuments(staff, id, keys)).rejects.toMatchObject({ status: 409 });
	}
	expect(await readTitles()).toEqual(["Title a", "Title b"]);
});

test.each([
	["an empty file", new Blob([]), 400],
	["an HTML page", new Blob(["<!doctype html><script>alert(1)</script>"]), 415],
	["HTML before a PDF", new Blob(["<script>alert(1)</script>\n", createPdf("x")]), 415],
	["a header without a version", new Blob(["%PDF-x"]), 415],
	["a file that is too large", new Blob([new Uint8Array(documentMaxBytes + 1)]), 413],
])("rejects %s without storing it", async (_, file, status) => {
	const { id, staff, stored, db } = await createDocumentShop();
	await expect(addDocument(staff, id, { title: "Manual", file })).rejects.toMatchObject({ status });
	expect([stored.size, await db.$count(productDocuments)]).toEqual([0, 0]);
});

test("hides the documents of drafts from shoppers, and those of deleted products from everyone", async () => {
	const { id, db, staff, add, readTitles, createContext, addAccount } = await createDocumentShop();
	const key = await add("a");
	const shopper = createContext(await addAccount());
	const draft = { draft: true, deletedAt: new Date() };
	await db.update(products).set(draft).where(eq(products.id, id));
	await expect(readTitles()).rejects.toMatchObject({ status: 404 });
	await expect(readTitles(shopper)).rejects.toMatchObject({ status: 404 });
	expect(await readTitles(staff)).toEqual(["Title a"]);
	await deleteProduct(staff, id);
	await expect(readTitles(staff)).rejects.toMatchObject({ status: 404 });
	for (const change of [
		add("b"),
		removeDocument(staff, id, key),
		reorderDocuments(staff, id, [key]),
	])
		await expect(change).rejects.toMatchObject({ status: 404 });
	expect(await db.$count(productDocuments)).toBe(1);
});

test("a file that no product uses is deleted a day after its upload", async () => {
	const { id, staff, add, stored, createContext, addProduct, db } = await createDocumentShop();
	const other = await addProduct(1);
	const [kept, shared, removed] = [await add("kept"), await add("shared"), await add("removed")];
	const file = new Blob([createPdf("shared")]);
	await addDocument(staff, other, { title: "Also here", file });
	await removeDocument(staff, id, shared);
	await removeDocument(staff, id, removed);
	const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
	await sweepUploads(createContext(null), inHours(23));
	expect(stored.size).toBe(3);
	const sweeper = createContext(null);
	await sweepUploads(sweeper, inHours(25));
	expect([...stored.keys()]).toEqual([kept, shared]);
	expect(await db.$count(images)).toBe(2);
	expect([...sweeper.edgeCache.tagsToPurge]).toEqual([`image:${removed}`]);
});
