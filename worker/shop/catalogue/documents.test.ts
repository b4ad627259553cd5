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

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const storedFiles = new Map<string, Date>();
	const PICTURES = {
		put: async (key: string) => storedFiles.set(key, new Date()),
		head: async (key: string) => (storedFiles.has(key) ? { uploaded: storedFiles.get(key) } : null),
		delete: async (key: string) => storedFiles.delete(key),
	};
	const createContext = (account: Account | null, beforeQuery?: QueryHook) =>
		withEnv(localShop.createContext(account, beforeQuery), { PICTURES });
	const id = await localShop.addProduct(10);
	const staffAccount = await localShop.addAccount("catalogue");
	const staffContext = createContext(staffAccount);
	const addPdf = (text: string, shop: ShopContext = staffContext, title = `Title ${text}`) =>
		addDocument(shop, id, { title, file: new Blob([createPdf(text)]) });
	const readTitles = async (shop: ShopContext = localShop.anonymousContext) =>
		(await listDocuments(shop, id)).map(({ title }) => title);
	return {
		...localShop,
		createContext,
		storedFiles,
		id,
		staffAccount,
		staffContext,
		addPdf,
		readTitles,
	};
}

test("adding, reordering and removing a document each write an audit entry", async () => {
	const { id, db, staffContext, addPdf, readTitles, storedFiles, anonymousContext } =
		await createFixture();
	const [a, b, c] = [await addPdf("a"), await addPdf("b"), await addPdf("c")];
	expect([...storedFiles.keys()]).toEqual([a, b, c]);
	expect(await reorderDocuments(staffContext, id, [c, a, b])).toBe(3);
	expect(await readTitles()).toEqual(["Title c", "Title a", "Title b"]);
	expect(await removeDocument(staffContext, id, a)).toBe(1);
	await expect(removeDocument(staffContext, id, a)).rejects.toMatchObject({
		code: "document_not_found",
	});
	await addPdf("d");
	expect(await readTitles()).toEqual(["Title c", "Title b", "Title d"]);
	const { product } = await requireProductPage(anonymousContext, id, 0);
	expect(product.documents.map(({ title }) => title)).toEqual(await readTitles());
	expect([...staffContext.edgeCache.tagsToPurge]).toEqual([`product:${id}`]);
	const entries = await db.select({ detail: auditLog.detail }).from(auditLog);
	expect(entries.map(({ detail }) => detail).sort()).toEqual([
		...["a", "b", "c", "d"].map((text) => `Document added: Title ${text}`),
		"Document removed: Title a",
		"Documents reordered",
	]);
});

test("uploading the same file again changes its title and keeps its position", async () => {
	const { addPdf, readTitles, staffContext, db } = await createFixture();
	await addPdf("a");
	await addPdf("b");
	await addPdf("a", staffContext, "Manual");
	expect(await readTitles()).toEqual(["Manual", "Title b"]);
	expect(await db.$count(productDocuments)).toBe(2);
});

test("a product cannot exceed the document limit, even if two people add documents at the same time", async () => {
	const { addPdf, readTitles, staffAccount, createContext } = await createFixture();
	for (let index = 1; index < documentsMax; index += 1) await addPdf(String(index));
	let isRaceStarted = false;
	const racingContext = createContext(staffAccount, async (statements) => {
		if (isRaceStarted || !statements.some((statement) => statement.includes("product_documents")))
			return;
		isRaceStarted = true;
		await addPdf("from a colleague");
	});
	await expect(addPdf("one too many", racingContext)).rejects.toMatchObject({
		status: 400,
		issues: [{ field: "document" }],
	});
	expect(await readTitles()).toHaveLength(documentsMax);
	await addPdf("1", racingContext, "Renamed");
	expect(await readTitles()).toContain("Renamed");
});

test("rejects a list of keys that does not contain each document exactly once", async () => {
	const { id, staffContext, addPdf, readTitles } = await createFixture();
	const [a, b] = [await addPdf("a"), await addPdf("b")];
	for (const keys of [[a], [a, a], [b, "x"], [b, a, "x"], []]) {
		await expect(reorderDocuments(staffContext, id, keys)).rejects.toMatchObject({ status: 409 });
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
	const { id, staffContext, storedFiles, db } = await createFixture();
	await expect(addDocument(staffContext, id, { title: "Manual", file })).rejects.toMatchObject({
		status,
	});
	expect([storedFiles.size, await db.$count(productDocuments)]).toEqual([0, 0]);
});

test("hides a draft's documents from shoppers, and a deleted product's documents from everyone", async () => {
	const { id, db, staffContext, addPdf, readTitles, createContext, addAccount } =
		await createFixture();
	const key = await addPdf("a");
	const shopperContext = createContext(await addAccount());
	const draft = { draft: true, deletedAt: new Date() };
	await db.update(products).set(draft).where(eq(products.id, id));
	await expect(readTitles()).rejects.toMatchObject({ status: 404 });
	await expect(readTitles(shopperContext)).rejects.toMatchObject({ status: 404 });
	expect(await readTitles(staffContext)).toEqual(["Title a"]);
	await deleteProduct(staffContext, id);
	await expect(readTitles(staffContext)).rejects.toMatchObject({ status: 404 });
	for (const change of [
		addPdf("b"),
		removeDocument(staffContext, id, key),
		reorderDocuments(staffContext, id, [key]),
	])
		await expect(change).rejects.toMatchObject({ status: 404 });
	expect(await db.$count(productDocuments)).toBe(1);
});

test("a file that no product uses is deleted a day after its upload", async () => {
	const { id, staffContext, addPdf, storedFiles, createContext, addProduct, db } =
		await createFixture();
	const otherProductId = await addProduct(1);
	const [keptKey, sharedKey, removedKey] = [
		await addPdf("kept"),
		await addPdf("shared"),
		await addPdf("removed"),
	];
	const file = new Blob([createPdf("shared")]);
	await addDocument(staffContext, otherProductId, { title: "Also here", file });
	await removeDocument(staffContext, id, sharedKey);
	await removeDocument(staffContext, id, removedKey);
	const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
	await sweepUploads(createContext(null), hoursFromNow(23));
	expect(storedFiles.size).toBe(3);
	const sweepContext = createContext(null);
	await sweepUploads(sweepContext, hoursFromNow(25));
	expect([...storedFiles.keys()]).toEqual([keptKey, sharedKey]);
	expect(await db.$count(images)).toBe(2);
	expect([...sweepContext.edgeCache.tagsToPurge]).toEqual([`image:${removedKey}`]);
});
