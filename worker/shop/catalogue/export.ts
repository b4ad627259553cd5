import { type SQL, sql } from "drizzle-orm";
import {
	type ProductColumn,
	productColumnNames,
	productColumns,
} from "#contract/product-columns.ts";
import { describeProductFilters, type ProductFilters } from "#contract/product-filters.ts";
import { formatBreaksText } from "#contract/schemas/price-breaks.ts";
import { formatSpecification } from "#contract/schemas/specification.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { products } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { exportCsv } from "../csv-export.ts";
import { newerThan, oldestFirst } from "../list-queries.ts";
import { matchesProductFilters } from "./product-table.ts";
import { type FullProduct, fullColumns } from "./read.ts";

/** Products per query. They take at most 10 MB of a Worker's 128 MB. */
const rowsPerRead = 1_000;

/** Returns the cells of a product in the text format that an import reads. */
export const toProductCells = (product: FullProduct): Record<ProductColumn, string> => ({
	id: product.id,
	partNumber: product.partNumber ?? "",
	name: product.name,
	description: product.description,
	price: (product.priceCents / 100).toFixed(2),
	quantity: String(product.quantity),
	minimum: String(product.minimum),
	orderMultiple: String(product.orderMultiple),
	priceBreaks: formatBreaksText(product.priceBreaks),
	category: product.category,
	img: product.img,
	gallery: product.gallery.join("\n"),
	specification: formatSpecification(product.specification),
});

type Row = FullProduct & { createdAt: Date };

const readProductsAfter = (
	{ db }: ShopContext,
	filters: ProductFilters,
	last: Row | null,
): Promise<Row[]> => {
	const isAfterLast: SQL = last ? newerThan(products, last) : sql`true`;
	return db
		.select({ ...fullColumns, createdAt: products.createdAt })
		.from(products)
		.where(sql`${matchesProductFilters(filters)} and ${isAfterLast}`)
		.orderBy(...oldestFirst(products))
		.limit(rowsPerRead);
};

/**
 * Streams the products that match, oldest first.
 * @throws ShopError 401, 403
 */
export async function exportProducts(shop: ShopContext, filters: ProductFilters) {
	const account = requireCapability(shop, "products:write");
	return exportCsv(shop, account, {
		entry: {
			action: "products-exported",
			id: "products.csv",
			name: "Products",
			detail: describeProductFilters(filters),
		},
		headings: productColumnNames.map((name) => productColumns[name].heading),
		toCells(product: Row) {
			const cells = toProductCells(product);
			return productColumnNames.map((name) => cells[name]);
		},
		readAfter: (last) => readProductsAfter(shop, filters, last),
		rowsPerRead,
	});
}
