import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { prepareOnce, send } from "#worker/db/prepared.ts";
import { counters, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { listOf, youngerThan } from "../listing.ts";

export const listedColumns = {
	id: products.id,
	name: products.name,
	description: products.description,
	priceCents: products.priceCents,
	quantity: products.quantity,
	minimum: products.minimum,
	img: products.img,
};

/** Of the page of one product, and of the calls. */
export const fullColumns = {
	...listedColumns,
	category: products.category,
	specification: products.specification,
	gallery: products.gallery,
};

type Row = typeof products.$inferSelect;
/** Price in cents, quantity in pieces of stock, minimum in pieces an order. */
export type Product = Pick<Row, keyof typeof listedColumns>;
/** Rows `[name, value]` of the specification table; addresses of the pictures that follow `img`. */
export type FullProduct = Pick<Row, keyof typeof fullColumns>;

const selectListed = prepareOnce<FullProduct>((db) =>
	db
		.select(fullColumns)
		.from(products)
		.where(isNull(products.deletedAt))
		.orderBy(asc(products.createdAt), asc(products.id))
		.limit(sql.placeholder("size"))
		.offset(sql.placeholder("start")),
);

const selectCounted = prepareOnce((db) =>
	db
		.select({
			...listedColumns,
			listed:
				sql<number>`(select ${counters.value} from ${counters} where ${counters.name} = 'products')`.as(
					"listed",
				),
		})
		.from(products)
		.where(isNull(products.deletedAt))
		.orderBy(asc(products.createdAt), asc(products.id))
		.limit(sql.placeholder("size"))
		.offset(sql.placeholder("start")),
);

/** A page of the listed products, each with how many there are in all: one statement instead of two. */
export const countedProductPage = ({ db }: Shop, page: number, size: number) =>
	selectCounted(db, { size, start: page * size });

const selectCount = prepareOnce((db) =>
	db.select({ value: counters.value }).from(counters).where(eq(counters.name, "products")),
);

/** One page of the listed products, oldest first. @param page from 0 @param size products a page */
export const getProducts = ({ db }: Shop, page: number, size: number): Promise<FullProduct[]> =>
	send(selectListed(db, { size, start: page * size }));

/** @returns how many products are listed */
export async function getProductCount({ db }: Shop): Promise<number> {
	const [row] = await send(selectCount(db));
	return row?.value ?? 0;
}

/**
 * All listed products, oldest first, at most 500 at a time.
 * @param after where the list before ended
 */
export function listProducts({ db }: Shop, after?: Cursor) {
	const query = db
		.select({ ...fullColumns, createdAt: products.createdAt })
		.from(products)
		.where(and(isNull(products.deletedAt), after && youngerThan(products, after)))
		.orderBy(asc(products.createdAt), asc(products.id));
	return listOf(query);
}

/** @throws ShopError 404 when it is unknown or no longer sold */
export async function requireProduct({ db }: Shop, id: string): Promise<FullProduct> {
	const product = await db
		.select(fullColumns)
		.from(products)
		.where(and(eq(products.id, id), isNull(products.deletedAt)))
		.get();
	if (!product) throw new ShopError("product_not_found");
	return product;
}
