import { and, eq, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { ProductEdit } from "#contract/schemas/products.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure } from "#worker/db/failures.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { products } from "#worker/db/schema.ts";
import { auditLine } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { requireRow } from "../written.ts";
import { changesOf } from "./changes.ts";
import { fullColumns } from "./read.ts";

/** `seen`: pieces that the admin saw in stock; `editKey`: the product's then, null before its first change. */
type EditForm = { seen: number; editKey: string | null; idempotencyKey?: string | undefined };

const isListed = (id: string) => and(eq(products.id, id), isNull(products.deletedAt));

const setAll = ({ db }: Shop, id: string, edit: ProductEdit, key: string) =>
	db
		.update(products)
		.set({ ...edit, editKey: key })
		.where(isListed(id));

const isUnchanged = (id: string, { editKey }: EditForm) =>
	and(isListed(id), sql`${products.editKey} is ${editKey}`);

/** Adds the difference to what was seen, where no other form has changed the product since. */
function addDifference({ db }: Shop, id: string, edit: ProductEdit, form: EditForm, key: string) {
	return db
		.update(products)
		.set({
			...edit,
			quantity: sql`${products.quantity} + ${edit.quantity - form.seen}`,
			editKey: key,
		})
		.where(isUnchanged(id, form));
}

/**
 * `PUT /product/{productId}`: description, price (cents), stock and minimum (pieces). The name stays.
 * @param form with it the difference to what was seen is applied, once a key, and what was sold meanwhile stays sold;
 * without it the stock is set
 * @returns how many products changed: 1
 * @throws ShopError 401, 403, 404 when it is unknown or no longer sold, 400 when more was taken out than is there, 409
 * when the product was changed after the form was opened
 */
export async function updateProduct(
	shop: Shop,
	id: string,
	edit: ProductEdit,
	form?: EditForm,
): Promise<number> {
	const admin = requireCapability(shop, "products:write");
	const key = form?.idempotencyKey ?? createId();
	const changes = changesOf(edit, form ? edit.quantity - form.seen : null);
	const line = auditLine(shop, admin, {
		action: "product-updated",
		table: products,
		where: and(form ? isUnchanged(id, form) : isListed(id), sql`${changes} <> ''`),
		subjectId: products.id,
		subject: products.name,
		detail: changes,
	});
	const { name, quantity: now, editKey } = products;
	const write = () =>
		shop.db.batch([
			line,
			form ? addDifference(shop, id, edit, form, key) : setAll(shop, id, edit, key),
			shop.db.select({ name, now, editKey }).from(products).where(isListed(id)),
		]);
	try {
		const { result, again } = await retryWrite(write);
		const [noted, , rows] = result;
		const product = requireRow(rows, "product_not_found");
		if (product.editKey !== key) {
			throw new ShopError("stock_changed", {
				name: product.name,
				quantity: formatWhole(product.now),
			});
		}
		if (again || noted.meta.changes > 0) shop.purge(productTags(id));
		return 1;
	} catch (error) {
		if (isCheckFailure(error)) throw new ShopError("stock_below_zero");
		throw error;
	}
}

/** @returns the product with its `editKey`, for the form that edits it @throws ShopError 401, 403, 404 */
export async function requireEditableProduct(shop: Shop, id: string) {
	requireCapability(shop, "products:write");
	const rows = await shop.db
		.select({ ...fullColumns, editKey: products.editKey })
		.from(products)
		.where(isListed(id));
	return requireRow(rows, "product_not_found");
}
