import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { listMax } from "#contract/limits.ts";
import { failure } from "#contract/messages.ts";
import { counters, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

const listedColumns = {
	id: products.id,
	name: products.name,
	description: products.description,
	priceCents: products.priceCents,
	quantity: products.quantity,
	minimum: products.minimum,
	img: products.img,
};

/** Price in cents, quantity in pieces of stock, minimum in pieces an order. */
export type Product = {
	id: string;
	name: string;
	description: string;
	priceCents: number;
	quantity: number;
	minimum: number;
	img: string;
};

const listed = (db: Shop["db"]) =>
	db
		.select(listedColumns)
		.from(products)
		.where(isNull(products.deletedAt))
		.orderBy(asc(products.createdAt), asc(products.id));

const counted = (db: Shop["db"]) =>
	db.select({ value: counters.value }).from(counters).where(eq(counters.name, "products"));

/** One page of the listed products, oldest first. @param page from 0 @param size products a page */
export const getProducts = ({ db }: Shop, page: number, size: number): Promise<Product[]> =>
	listed(db)
		.limit(size)
		.offset(page * size)
		.all();

/** @returns how many products are listed */
export async function getProductCount({ db }: Shop): Promise<number> {
	const row = await counted(db).get();
	return row?.value ?? 0;
}

/** The queries of a page of the grid, to be run in one batch with others. */
export const productPageQueries = ({ db }: Shop, page: number, size: number) =>
	[
		listed(db)
			.limit(size)
			.offset(page * size),
		counted(db),
	] as const;

/**
 * All listed products, at most 500 at a time.
 * @param after id of the last product of the list before
 * @returns the list, and the id to go on after when there are more
 */
export async function getAllProducts({ db }: Shop, after: string | null) {
	const last = after
		? await db
				.select({ createdAt: products.createdAt, id: products.id })
				.from(products)
				.where(eq(products.id, after))
				.get()
		: undefined;
	const beyond =
		last &&
		or(
			gt(products.createdAt, last.createdAt),
			and(eq(products.createdAt, last.createdAt), gt(products.id, last.id)),
		);
	const rows = await db
		.select(listedColumns)
		.from(products)
		.where(and(isNull(products.deletedAt), beyond))
		.orderBy(asc(products.createdAt), asc(products.id))
		.limit(listMax + 1)
		.all();
	const list = rows.slice(0, listMax);
	return { list, next: rows.length > listMax ? (list.at(-1)?.id ?? null) : null };
}

/** @throws ShopError 404 when it is unknown or no longer sold */
export async function requireProduct({ db }: Shop, id: string): Promise<Product> {
	const product = await db
		.select(listedColumns)
		.from(products)
		.where(and(eq(products.id, id), isNull(products.deletedAt)))
		.get();
	if (!product) throw new ShopError("missing", failure.productNotFound);
	return product;
}
