import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ProductEdit } from "#contract/schemas/products.ts";
import { products } from "#worker/db/schema.ts";
import { inWords } from "../audit.ts";

const nothing = sql`''`;
const between = ", ";

const change = (column: SQLWrapper, next: SQLWrapper | number | string, words: SQL): SQL =>
	sql`case when ${column} = ${next} then '' else ${words} || ${between} end`;

const dollars = (cents: SQLWrapper | number): SQL => sql`printf('$%.2f', ${cents} / 100.0)`;

/**
 * What an edit changes, in words: "price $12.50 → $13.00, stock 40 → 60". SQL, because only the statement that writes
 * knows what was there before: '' where it changes nothing.
 * @param added pieces that the edit adds to the stock; null where it sets the stock
 */
export function changesOf(edit: ProductEdit, added: number | null): SQL {
	const { priceCents, quantity, minimum, description, category, specification } = products;
	const stock = added === null ? sql`${edit.quantity}` : sql`${quantity} + ${added}`;
	const all = [
		change(
			priceCents,
			edit.priceCents,
			sql`'price ' || ${dollars(priceCents)} || ' → ' || ${dollars(edit.priceCents)}`,
		),
		change(quantity, stock, sql`'stock ' || ${quantity} || ' → ' || ${inWords(stock)}`),
		change(
			minimum,
			edit.minimum,
			sql`'minimum ' || ${minimum} || ' → ' || ${inWords(edit.minimum)}`,
		),
		change(description, edit.description, sql`'description'`),
		edit.category === undefined
			? nothing
			: change(
					category,
					edit.category,
					sql`'category ' || ${category} || ' → ' || ${edit.category}`,
				),
		edit.specification === undefined
			? nothing
			: change(specification, JSON.stringify(edit.specification), sql`'specification'`),
	];
	return sql`rtrim(${sql.join(all, sql` || `)}, ${between})`;
}
