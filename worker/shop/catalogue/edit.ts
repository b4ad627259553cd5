import { and, eq, exists, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { formatWhole } from "#contract/numbers.ts";
import { can } from "#contract/roles.ts";
import type { NewProduct, ProductEdit } from "#contract/schemas/products.ts";
import { requireAccount, requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure } from "#worker/db/failures.ts";
import { products } from "#worker/db/schema.ts";
import { asInteger, auditEntry, findEntry } from "../audit.ts";
import { listTag, productTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import { write } from "../write.ts";
import { fullColumns, isListed, requireProduct } from "./read.ts";

/** @returns its id @throws ShopError 401, 403, 503 'Failed to add the Product' */
export async function addProduct(shop: Shop, product: NewProduct): Promise<string> {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	const id = createId();
	const row = { id, ...product, img: toImagePath(shop, product.img) };
	const added = await write(shop, {
		audit: auditEntry(admin, { action: "product-added", id, name: product.name }),
		statements: [db.insert(products).values(row).onConflictDoNothing()],
		confirmation: db.select({ id: products.id }).from(products).where(eq(products.id, id)),
		tags: () => [listTag],
	});
	if (!added) throw new ShopError("product_not_added");
	return id;
}

/** The row stays, hidden (architecture.md "Deleting"). @throws ShopError 401, 403, 404 when it is unknown or gone already */
export async function deleteProduct(shop: Shop, id: string): Promise<number> {
	const admin = requireCapability(shop, "products:write");
	const audit = auditEntry(admin, { action: "product-deleted", where: isListed(id) });
	const deleted = await write(shop, {
		audit,
		statements: [shop.db.update(products).set({ deletedAt: new Date() }).where(isListed(id))],
		confirmation: findEntry(shop.db, audit),
		tags: () => productTags(id),
	});
	if (!deleted) throw new ShopError("product_not_found");
	return 1;
}

type StockEdit = { quantity: number };
/** `seen`: pieces that the form showed in stock; `editKey`: the product's then, null before its first change. */
type EditForm = { seen: number; editKey: string | null; idempotencyKey?: string | undefined };

const { priceCents, quantity, minimum, description, category, specification } = products;

const dollars = (cents: SQLWrapper | number): SQL => sql`printf('$%.2f', ${cents} / 100.0)`;
const fromTo = (from: SQLWrapper, to: SQLWrapper): SQL => sql`${from} || ' → ' || ${to}`;

/** The words of a change and a comma, '' where nothing changes: only the statement that writes knows what was there before. */
const change = (column: SQLWrapper, next: SQLWrapper | number | string, words: SQL): SQL =>
	sql`case when ${column} = ${next} then '' else ${words} || ', ' end`;

/** What an edit changes, in words: "price $12.50 → $13.00, stock 40 → 60"; '' where it changes nothing. */
function changesOf(edit: StockEdit | ProductEdit, stock: SQL): SQL {
	const stockChange = fromTo(quantity, asInteger(stock));
	if (!("priceCents" in edit)) return sql`rtrim(${change(quantity, stock, stockChange)}, ', ')`;
	const { category: newCategory, specification: rows } = edit;
	const price = fromTo(dollars(priceCents), dollars(edit.priceCents));
	const changes = [
		change(priceCents, edit.priceCents, sql`'price ' || ${price}`),
		change(quantity, stock, sql`'stock ' || ${stockChange}`),
		change(minimum, edit.minimum, sql`'minimum ' || ${fromTo(minimum, asInteger(edit.minimum))}`),
		change(description, edit.description, sql`'description'`),
	];
	if (newCategory !== undefined) {
		const words = sql`'category ' || ${fromTo(category, sql`${newCategory}`)}`;
		changes.push(change(category, newCategory, words));
	}
	if (rows !== undefined) {
		changes.push(change(specification, JSON.stringify(rows), sql`'specification'`));
	}
	return sql`rtrim(${sql.join(changes, sql` || `)}, ', ')`;
}

/**
 * The one way in which admins change a product; each change gives it a new `editKey`. With a form the stock changes by the difference
 * to what it showed, once a key, so that what was sold meanwhile stays sold. Without one it is set.
 * @returns the product's name, and the pieces it has now
 * @throws ShopError 401, 403, 400 when more was taken out than is there, 404 when it is unknown or no longer sold, 409 when another
 * change came after the form was opened
 */
export async function updateProduct(
	shop: Shop,
	id: string,
	edit: StockEdit | ProductEdit,
	form?: EditForm,
): Promise<{ name: string; now: number }> {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	const key = form?.idempotencyKey ?? createId();
	const stock = form ? sql`${quantity} + ${edit.quantity - form.seen}` : sql`${edit.quantity}`;
	const { editKey } = products;
	const isOpen = form ? sql`${editKey} is ${form.editKey}` : sql`${editKey} is not ${key}`;
	const where = and(isListed(id), isOpen);
	const detail = changesOf(edit, stock);
	const audit = auditEntry(admin, {
		action: "priceCents" in edit ? "product-updated" : "stock-set",
		where: and(where, sql`${detail} <> ''`),
		detail,
	});
	const isNoted = sql<boolean>`${exists(findEntry(db, audit))}`.mapWith(Boolean).as("is_noted");
	const set = { ...edit, quantity: stock, editKey: key };
	try {
		const done = await write(shop, {
			audit,
			statements: [db.update(products).set(set).where(where)],
			confirmation: db
				.select({ name: products.name, now: quantity, isNoted })
				.from(products)
				.where(and(isListed(id), or(eq(editKey, key), exists(findEntry(db, audit))))),
			tags: (row) => (row.isNoted ? productTags(id) : []),
		});
		if (done) return { name: done.name, now: done.now };
	} catch (error) {
		if (isCheckFailure(error)) throw new ShopError("stock_below_zero");
		throw error;
	}
	const { name, quantity: now } = await requireProduct(shop, id);
	throw new ShopError("stock_changed", { name, quantity: formatWhole(now) });
}

export const restock = (shop: Shop, id: string, { quantity, ...form }: EditForm & StockEdit) =>
	updateProduct(shop, id, { quantity }, form);

/**
 * `PUT /products/{id}`. An admin sets the stock. A shopper's client only confirms what placing or deleting an
 * order has already done (architecture.md "Stock").
 * @returns how many products changed: 1 or 0
 * @throws ShopError 401, 403 when a shopper sends another number, 404
 */
export async function setStock(shop: Shop, id: string, quantity: number): Promise<number> {
	const account = requireAccount(shop);
	const product = await requireProduct(shop, id);
	if (product.quantity === quantity) return 0;
	if (!can(account, "products:write")) throw new ShopError("stock_mismatch");
	await updateProduct(shop, id, { quantity });
	return 1;
}

/** @throws ShopError 401, 403, 404 */
export async function requireEditableProduct(shop: Shop, id: string) {
	requireCapability(shop, "products:write");
	const product = await shop.db
		.select({ ...fullColumns, editKey: products.editKey })
		.from(products)
		.where(isListed(id))
		.get();
	if (!product) throw new ShopError("product_not_found");
	return product;
}
