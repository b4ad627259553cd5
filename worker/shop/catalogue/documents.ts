import { and, asc, eq, exists, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { documentsMax } from "#contract/limits.ts";
import { invalid } from "#contract/messages.ts";
import { can } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { productDocuments, products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { readDocument } from "../images/document.ts";
import { storeUpload } from "../images/store.ts";
import { changeEditableProduct, requireEditableProduct } from "./edit.ts";
import { isEditableProduct, isPublished } from "./read.ts";

const { productId, key, position, title, bytes } = productDocuments;

const selectDocuments = ({ db }: ShopContext, id: string) =>
	db
		.select({ key, title, bytes })
		.from(productDocuments)
		.where(eq(productId, id))
		.orderBy(asc(position));

/**
 * Lists a product's documents in display order. Staff also see the documents of drafts.
 * @throws ShopError 404
 */
export async function listDocuments(shop: ShopContext, id: string) {
	const { db, account } = shop;
	const canSeeDrafts = account !== null && can(account, "products:write");
	const [[product], documents] = await db.batch([
		db
			.select({ id: products.id })
			.from(products)
			.where(canSeeDrafts ? isEditableProduct(id) : isPublished(id)),
		selectDocuments(shop, id),
	]);
	if (!product) throw new ShopError("product_not_found");
	return documents;
}

export type ProductDocument = Awaited<ReturnType<typeof listDocuments>>[number];

const isDocument = (id: string, documentKey: string) =>
	and(eq(productId, id), eq(key, documentKey));

const fromDocumentsOf = (id: string) => sql`from ${productDocuments} where ${eq(productId, id)}`;

/**
 * Adds a document at the end. If the product already has the file, only changes its title.
 * @returns the document's key
 * @throws ShopError 401, 403 or 404; 400 if the product has too many documents; the errors of `readDocument` and `storeUpload`
 */
export async function addDocument(
	shop: ShopContext,
	id: string,
	document: { title: string; file: Blob },
): Promise<string> {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	await requireEditableProduct(shop, id);
	const stored = await storeUpload(shop, admin, () => readDocument(document.file));
	const hasFile = sql`exists (select 1 ${fromDocumentsOf(id)} and ${eq(key, stored.key)})`;
	const isAdded = await changeEditableProduct(shop, id, {
		condition: sql`((select count(*) ${fromDocumentsOf(id)}) < ${documentsMax} or ${hasFile})`,
		detail: `Document added: ${document.title}`,
		statement: (where) => {
			const nextPosition = sql`(select coalesce(max(${position}), -1) + 1 ${fromDocumentsOf(id)})`;
			const row = { ...stored, productId: id, title: document.title, position: nextPosition };
			return insertSelect(db, productDocuments, row, sql`(select 1)`, where).onConflictDoUpdate({
				target: [productId, key],
				set: { title: document.title },
			});
		},
	});
	if (isAdded) return stored.key;
	await requireEditableProduct(shop, id);
	throw fieldError("document", invalid.documents);
}

/** @throws ShopError 401 or 403; 404 if the product or the document does not exist */
export async function removeDocument(
	shop: ShopContext,
	id: string,
	documentKey: string,
): Promise<number> {
	const { db } = shop;
	const selectTitle = db
		.select({ title })
		.from(productDocuments)
		.where(isDocument(id, documentKey));
	const isRemoved = await changeEditableProduct(shop, id, {
		condition: exists(selectTitle),
		detail: sql`'Document removed: ' || (${selectTitle})`,
		statement: (where) =>
			db.delete(productDocuments).where(and(isDocument(id, documentKey), where)),
	});
	if (isRemoved) return 1;
	await requireEditableProduct(shop, id);
	throw new ShopError("document_not_found");
}

/**
 * @param keys - the keys of all the product's documents, in their new order
 * @throws ShopError 401, 403 or 404; 409 unless `keys` lists each of the product's documents once
 */
export async function reorderDocuments(
	shop: ShopContext,
	id: string,
	keys: string[],
): Promise<number> {
	const keysJson = JSON.stringify(keys);
	const isListed = sql`${key} in (select value from json_each(${keysJson}))`;
	const isReordered = await changeEditableProduct(shop, id, {
		condition: sql`(select count(*) ${fromDocumentsOf(id)}) = ${keys.length}
			and not exists (select 1 ${fromDocumentsOf(id)} and not (${isListed}))`,
		detail: "Documents reordered",
		statement: (where) =>
			shop.db
				.update(productDocuments)
				.set({
					position: sql`(select json_each.key from json_each(${keysJson}) where json_each.value = ${key})`,
				})
				.where(and(eq(productId, id), where)),
	});
	if (isReordered) return keys.length;
	await requireEditableProduct(shop, id);
	throw new ShopError("documents_changed");
}
