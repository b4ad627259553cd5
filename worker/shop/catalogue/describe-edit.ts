import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { formatBreaks } from "#contract/price-breaks.ts";
import type { ProductUpdate } from "#contract/schemas/products.ts";
import { products } from "#worker/db/schema.ts";
import { asInteger, formatDollarsSql } from "../audit.ts";

export type StockEdit = { quantity: number };

const { priceCents, quantity, minimum, description, category, specification, partNumber } =
	products;
const { priceBreaks, orderMultiple } = products;

const formatChange = (from: SQLWrapper, to: SQLWrapper): SQL => sql`${from} || ' → ' || ${to}`;

/** In SQL, because only the statement that writes knows the old value. */
const describeIfChanged = (
	column: SQLWrapper,
	newValue: SQLWrapper | number | string | null,
	text: SQL,
): SQL => sql`case when ${column} is ${newValue} then '' else ${text} || ', ' end`;

/** Formats the price breaks like `formatBreaks`. */
const breaksText = sql`coalesce((select group_concat(price_break.value ->> 0 || '+ ' || ${formatDollarsSql(sql`(price_break.value ->> 1)`)}, ', ')
	from json_each(${priceBreaks}) as price_break), 'none')`;

/** Describes an edit for the audit log: "price $12.50 → $13.00, stock 40 → 60", or '' if nothing changes. */
export function describeChanges(edit: StockEdit | ProductUpdate, stock: SQL): SQL<string> {
	const stockChange = formatChange(quantity, asInteger(stock));
	if (!("priceCents" in edit))
		return sql<string>`rtrim(${describeIfChanged(quantity, stock, stockChange)}, ', ')`;
	const {
		category: newCategory,
		specification: newSpecification,
		partNumber: newPartNumber,
	} = edit;
	const price = formatChange(formatDollarsSql(priceCents), formatDollarsSql(edit.priceCents));
	const minimumChange = formatChange(minimum, asInteger(edit.minimum));
	const changes = [
		describeIfChanged(priceCents, edit.priceCents, sql`'price ' || ${price}`),
		describeIfChanged(quantity, stock, sql`'stock ' || ${stockChange}`),
		describeIfChanged(minimum, edit.minimum, sql`'minimum ' || ${minimumChange}`),
		describeIfChanged(description, edit.description, sql`'description'`),
	];
	if (newPartNumber !== undefined) {
		const text = formatChange(
			sql`coalesce(${partNumber}, 'none')`,
			sql`${newPartNumber ?? "none"}`,
		);
		changes.push(describeIfChanged(partNumber, newPartNumber, sql`'part number ' || ${text}`));
	}
	if (newCategory !== undefined) {
		const text = sql`'category ' || ${formatChange(category, sql`${newCategory}`)}`;
		changes.push(describeIfChanged(category, newCategory, text));
	}
	if (newSpecification)
		changes.push(
			describeIfChanged(specification, JSON.stringify(newSpecification), sql`'specification'`),
		);
	if (edit.priceBreaks) {
		const text = formatChange(breaksText, sql`${formatBreaks(edit.priceBreaks)}`);
		const newBreaks = JSON.stringify(edit.priceBreaks);
		changes.push(describeIfChanged(priceBreaks, newBreaks, sql`'price breaks ' || ${text}`));
	}
	if (edit.orderMultiple !== undefined) {
		const text = formatChange(orderMultiple, asInteger(edit.orderMultiple));
		changes.push(describeIfChanged(orderMultiple, edit.orderMultiple, sql`'carton ' || ${text}`));
	}
	return sql<string>`rtrim(${sql.join(changes, sql` || `)}, ', ')`;
}
