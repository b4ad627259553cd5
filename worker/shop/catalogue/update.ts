import { and, eq, isNull, sql } from "drizzle-orm";
import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { ProductEdit } from "#contract/schemas/products.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure } from "#worker/db/failures.ts";
import { retry } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { missing, requireRow } from "../written.ts";
import { changesOf } from "./changes.ts";

/** `seen`: pieces that the admin saw in stock. */
type EditForm = { seen: number; idempotencyKey?: string | undefined };

const isListed = (id: string) => and(eq(products.id, id), isNull(products.deletedAt));

const setAll = ({ db }: Shop, id: string, edit: ProductEdit) =>
	db
		.update(products)
		.set({ ...edit, editKey: createId() })
		.where(isListed(id))
		.returning({ id: products.id });

/** Where the product carries the form's key already nothing is added again; its row is returned all the same. */
function addDifference({ db }: Shop, id: string, edit: ProductEdit, seen: number, key: string) {
	const added = sql`case when ${products.editKey} = ${key} then 0 else ${edit.quantity - seen} end`;
	return db
		.update(products)
		.set({ ...edit, quantity: sql`${products.quantity} + ${added}`, editKey: key })
		.where(isListed(id))
		.returning({ id: products.id });
}

/**
 * `PUT /product/{productId}`: description, price (cents), stock and minimum (pieces). The name stays.
 * @param form with it the difference to what was seen is applied, once a key, and what was sold meanwhile stays sold;
 * without it the stock is set
 * @returns how many products changed: 1
 * @throws ShopError 401, 403, 404 when it is unknown or no longer sold, 400 when more was taken out than is there
 */
export async function updateProduct(
	shop: Shop,
	id: string,
	edit: ProductEdit,
	form?: EditForm,
): Promise<number> {
	const admin = requireAdmin(shop);
	const key = form?.idempotencyKey ?? createId();
	const changes = changesOf(edit, form ? edit.quantity - form.seen : null);
	const line = auditLine(shop, admin, {
		action: "product-updated",
		table: products,
		where: and(isListed(id), form && sql`${products.editKey} is not ${key}`, sql`${changes} <> ''`),
		subjectId: products.id,
		subject: products.name,
		detail: changes,
	});
	const write = () =>
		shop.db.batch([
			line,
			form ? addDifference(shop, id, edit, form.seen, key) : setAll(shop, id, edit),
		]);
	try {
		const [, rows] = await retry(write);
		requireRow(rows, missing(failure.productNotFound));
		await shop.purge(productTags(id));
		return rows.length;
	} catch (error) {
		if (isCheckFailure(error)) throw fieldError("quantity", failure.stockConflict);
		throw error;
	}
}
