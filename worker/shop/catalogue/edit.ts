import { and, eq, exists, notExists, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { fieldError, ShopError } from "#contract/errors.ts";
import { formatInteger } from "#contract/numbers.ts";
import { findBreakIssues, findPriceIssue } from "#contract/price-list-issues.ts";
import { can } from "#contract/roles.ts";
import type { NewProduct, ProductUpdate } from "#contract/schemas/products.ts";
import type { EditReason } from "#contract/stock.ts";
import { requireAccount, requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isPriceListViolation, isStockViolation, isUniqueViolation } from "#worker/db/failures.ts";
import { products, stockMovements } from "#worker/db/schema.ts";
import { createAuditEntry, findEntry } from "../audit.ts";
import { getProductTag, getProductTags, listTag } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { hashSubmission } from "../form-key.ts";
import { toImagePath } from "../images/store.ts";
import { write, writeAudited } from "../write.ts";
import { describeChanges, type StockEdit } from "./describe-edit.ts";
import {
	findByPartNumber,
	fullColumns,
	isDraft,
	isEditableProduct,
	requireProduct,
} from "./read.ts";
import { moveStock } from "./stock.ts";

/**
 * @param id - ID of the product that is allowed to have the part number
 * @throws ShopError 409 if another product or draft has it
 */
async function requireFreePartNumber(
	shop: ShopContext,
	partNumber: string | null | undefined,
	id = "",
) {
	const owner = partNumber ? await findByPartNumber(shop, partNumber) : null;
	if (partNumber && owner && owner.id !== id)
		throw new ShopError("part_number_taken", { partNumber, name: owner.name });
}

/** @throws ShopError 401 or 403; 409 if another product has the part number; 503 'Failed to add the Product' */
export async function addProduct(shop: ShopContext, product: NewProduct): Promise<string> {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	// Published products and drafts have separate unique indexes, so neither index covers both.
	await requireFreePartNumber(shop, product.partNumber);
	const id = createId();
	const deletedAt = product.draft ? new Date() : null;
	const row = { id, ...product, img: toImagePath(shop, product.img), quantity: 0, deletedAt };
	const movements = db
		.select({ id: stockMovements.id })
		.from(stockMovements)
		.where(eq(stockMovements.productId, id));
	const addedProduct = await write(shop, {
		audit: createAuditEntry(admin, { action: "product-added", id, name: product.name }),
		statements: [
			db.insert(products).values(row).onConflictDoNothing(),
			moveStock(
				db,
				{ change: product.quantity, reason: "created", userId: admin.id },
				and(eq(products.id, id), notExists(movements)),
			),
		],
		confirmWrite: db.select({ id: products.id }).from(products).where(eq(products.id, id)),
		tags: () => (product.draft ? [] : [listTag]),
	});
	if (!addedProduct) {
		await requireFreePartNumber(shop, product.partNumber);
		throw new ShopError("product_not_added");
	}
	return id;
}

/** @throws ShopError 401, 403, 404 */
export async function deleteProduct(shop: ShopContext, id: string): Promise<number> {
	const admin = requireCapability(shop, "products:write");
	const audit = createAuditEntry(admin, {
		action: "product-deleted",
		where: isEditableProduct(id),
	});
	const entry = await writeAudited(shop, {
		audit,
		statements: [
			shop.db
				.update(products)
				.set({ deletedAt: new Date(), draft: false })
				.where(isEditableProduct(id)),
		],
		tags: () => getProductTags(id),
	});
	if (!entry) throw new ShopError("product_not_found");
	return 1;
}

/**
 * Publishes a draft as the newest product. Does nothing if it is already published.
 * @throws ShopError 401, 403 or 404; 409 if a published product has its part number
 */
export async function publishProduct(shop: ShopContext, id: string): Promise<number> {
	const admin = requireCapability(shop, "products:write");
	const where = and(eq(products.id, id), isDraft);
	const audit = createAuditEntry(admin, { action: "product-published", where });
	const values = { draft: false, deletedAt: null, createdAt: new Date() };
	try {
		const entry = await writeAudited(shop, {
			audit,
			statements: [shop.db.update(products).set(values).where(where)],
			tags: () => getProductTags(id),
		});
		if (entry) return 1;
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		const { partNumber } = await requireEditableProduct(shop, id);
		await requireFreePartNumber(shop, partNumber, id);
		throw error;
	}
	await requireProduct(shop, id);
	return 0;
}

/** `shownStock` and `editKey` are the stock, and the key of the last edit, when the form was opened. */
type EditForm = {
	shownStock: number;
	editKey: string | null;
	idempotencyKey?: string | undefined;
	reason?: EditReason;
	note?: string | null;
};

/** Returns the error for an edit whose prices the database rejected. */
async function getPriceListError(
	shop: ShopContext,
	id: string,
	edit: Partial<ProductUpdate>,
): Promise<Error> {
	const product = await requireEditableProduct(shop, id);
	const list = {
		priceCents: edit.priceCents ?? product.priceCents,
		minimum: edit.minimum ?? product.minimum,
		orderMultiple: edit.orderMultiple ?? product.orderMultiple,
		priceBreaks: edit.priceBreaks ?? product.priceBreaks,
	};
	const [issue] = edit.priceBreaks ? findBreakIssues(list) : [];
	if (issue) return fieldError(`priceBreaks.${issue.index}.${issue.part}`, issue.message);
	const listIssue = findPriceIssue(list);
	return listIssue ? fieldError(listIssue.field, listIssue.message) : new ShopError("unavailable");
}

/** Describes what saving the edit would change in the product as it is now. */
async function describeUnsavedChanges(
	shop: ShopContext,
	id: string,
	edit: StockEdit | ProductUpdate,
) {
	const text = describeChanges(edit, sql`${edit.quantity}`).as("changes");
	const row = await shop.db.select({ text }).from(products).where(eq(products.id, id)).get();
	if (!row?.text) return "nothing";
	return "priceCents" in edit ? row.text : `stock ${row.text}`;
}

/**
 * Saves an edit. With a form, the stock changes by the difference from the stock that the form showed, so that sales in the meantime are
 * kept. The same form is applied once. Without a form, the stock is set.
 * @throws ShopError 401, 403 or 404; 400 if the stock would fall below zero; 409 if the product has changed since the form was opened or
 * another product has the part number
 */
export async function updateProduct(
	shop: ShopContext,
	id: string,
	edit: StockEdit | ProductUpdate,
	form?: EditForm,
) {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	if ("partNumber" in edit) await requireFreePartNumber(shop, edit.partNumber, id);
	const { quantity, editKey } = products;
	const key = form?.idempotencyKey
		? await hashSubmission(form.idempotencyKey, { edit, form })
		: createId();
	const change = form
		? sql`${edit.quantity - form.shownStock}`
		: sql`${edit.quantity} - ${quantity}`;
	const stock = sql`${quantity} + ${change}`;
	const isUnchanged = form ? sql`${editKey} is ${form.editKey}` : sql`${editKey} is not ${key}`;
	const where = and(isEditableProduct(id), isUnchanged);
	const detail = describeChanges(edit, stock);
	const audit = createAuditEntry(admin, {
		action: "priceCents" in edit ? "product-updated" : "stock-set",
		where: and(where, sql`${detail} <> ''`),
		detail,
	});
	const isLogged = sql<boolean>`${exists(findEntry(db, audit))}`.mapWith(Boolean).as("is_logged");
	const { quantity: _, ...details } = edit;
	const { reason = "correction", note = null } = form ?? {};
	try {
		const savedProduct = await write(shop, {
			audit,
			statements: [
				moveStock(db, { change, reason, note, userId: admin.id }, where),
				db
					.update(products)
					.set({ ...details, editKey: key })
					.where(where),
			],
			confirmWrite: db
				.select({ name: products.name, stock: quantity, isLogged })
				.from(products)
				.where(and(isEditableProduct(id), or(eq(editKey, key), exists(findEntry(db, audit))))),
			tags: (row) => (row.isLogged ? getProductTags(id) : []),
		});
		if (savedProduct) return { name: savedProduct.name, stock: savedProduct.stock };
	} catch (error) {
		if (isPriceListViolation(error)) throw await getPriceListError(shop, id, edit);
		if (isStockViolation(error)) throw new ShopError("stock_below_zero");
		if (isUniqueViolation(error) && "partNumber" in edit)
			await requireFreePartNumber(shop, edit.partNumber, id);
		throw error;
	}
	const { name, quantity: currentStock } = await requireEditableProduct(shop, id);
	throw new ShopError("stock_changed", {
		name,
		quantity: formatInteger(currentStock),
		changes: await describeUnsavedChanges(shop, id, edit),
	});
}

export const restock = (
	shop: ShopContext,
	id: string,
	{ quantity, ...form }: EditForm & StockEdit,
) => updateProduct(shop, id, { quantity }, form);

/**
 * Sets the stock. A shopper's client sends the new stock after placing an order. The order has already changed the stock, so shoppers can
 * only send the current one.
 * @throws ShopError 401 or 404; 403 if a shopper sends another quantity
 */
export async function setStock(shop: ShopContext, id: string, quantity: number): Promise<number> {
	const account = requireAccount(shop);
	const product = await requireProduct(shop, id);
	if (product.quantity === quantity) return 0;
	if (!can(account, "products:write")) throw new ShopError("stock_mismatch");
	await updateProduct(shop, id, { quantity });
	return 1;
}

/** @throws ShopError 401, 403, 404 */
export async function requireEditableProduct(shop: ShopContext, id: string) {
	requireCapability(shop, "products:write");
	const product = await shop.db
		.select({ ...fullColumns, editKey: products.editKey, draft: products.draft })
		.from(products)
		.where(isEditableProduct(id))
		.get();
	if (!product) throw new ShopError("product_not_found");
	return product;
}

type Change = {
	condition: SQL | undefined;
	detail: string | SQL;
	statement: (where: SQL | undefined) => BatchItem<"sqlite">;
};

/**
 * Runs a statement about a product that meets the condition, with an audit entry.
 * @returns whether it ran
 * @throws ShopError 401, 403
 */
export async function changeEditableProduct(
	shop: ShopContext,
	id: string,
	{ condition, detail, statement }: Change,
): Promise<boolean> {
	const admin = requireCapability(shop, "products:write");
	const audit = createAuditEntry(admin, {
		action: "product-updated",
		where: and(isEditableProduct(id), condition),
		detail: sql`${detail}`,
	});
	const entry = await writeAudited(shop, {
		audit,
		statements: [statement(exists(findEntry(shop.db, audit)))],
		tags: () => [getProductTag(id)],
	});
	return entry !== null;
}
