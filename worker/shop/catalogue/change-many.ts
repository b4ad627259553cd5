import { and, type SQL, sql } from "drizzle-orm";
import { ChangesRejectedError, ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import { productDeleted } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import type { FieldIssue } from "#contract/parse.ts";
import type { PriceList } from "#contract/price-breaks.ts";
import { findPriceIssue } from "#contract/price-list-issues.ts";
import type { ProductChange } from "#contract/schemas/product-changes.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId, hashToken } from "#worker/auth/tokens.ts";
import { isCheckViolation, isPriceListViolation } from "#worker/db/failures.ts";
import { auditLog, products } from "#worker/db/schema.ts";
import { asInteger, createAuditEntry, formatDollarsSql } from "../audit.ts";
import { getProductTags } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { writeAudited } from "../write.ts";
import { isPublishedOrDraft } from "./read.ts";
import { moveStock } from "./stock.ts";

type BulkEdit = { changes: ProductChange[]; note: string | null; key: string | null };

const { id, name, priceCents, quantity, editKey, minimum, priceBreaks, orderMultiple } = products;

const readField = (key: string): SQL => sql`edit.value ->> ${sql.raw(`'$.${key}'`)}`;
const hasField = (key: string): SQL =>
	sql`json_type(edit.value, ${sql.raw(`'$.${key}'`)}) is not null`;

/** The difference from the expected stock, so that sales since then are kept, or from the current stock if the change expects none. */
const stockChange = sql`case when ${hasField("quantity")}
	then ${readField("quantity")} - coalesce(${readField("expectedQuantity")}, ${quantity}) else 0 end`;

/** For example, "price $12.50 → $13.00, stock 40 → 60". */
const changeText = sql`rtrim(
	case when coalesce(${readField("price")}, ${priceCents}) = ${priceCents} then ''
		else 'price ' || ${formatDollarsSql(sql`${priceCents}`)} || ' → ' || ${formatDollarsSql(readField("price"))} || ', ' end
	|| case when ${stockChange} = 0 then ''
		else 'stock ' || ${quantity} || ' → ' || ${asInteger(sql`${quantity} + ${stockChange}`)} end, ', ')`;

const isUnchanged = and(
	isPublishedOrDraft,
	sql`(not ${hasField("editKey")} or ${editKey} is ${readField("editKey")})`,
	sql`coalesce(${readField("expectedPrice")}, ${priceCents}) = ${priceCents}`,
);

/** Uses a single parameter, because D1 allows at most 100 in a statement. */
const isChangedBy = (changes: ProductChange[]): SQL =>
	sql`${id} in (select ${readField("id")} from json_each(${JSON.stringify(changes)}) as edit)`;

type Row = PriceList & { quantity: number; editKey: string | null };

/** Returns the issues for which a change is rejected. Each names the change's price or quantity. */
function findIssues(change: ProductChange, row: Row | undefined, index: number): FieldIssue[] {
	const createIssues = (field: string, message: string) => [
		{ field: `${index}.${field}`, message },
	];
	const field = change.price === undefined ? "quantity" : "price";
	if (!row) return createIssues(field, productDeleted);
	const price = formatCents(row.priceCents);
	const stock = formatInteger(row.quantity);
	if (change.editKey !== undefined && change.editKey !== row.editKey) {
		return createIssues(
			field,
			`Edited elsewhere: now ${field === "price" ? price : `${stock} in stock`}.`,
		);
	}
	if (change.expectedPrice !== undefined && change.expectedPrice !== row.priceCents)
		return createIssues("price", `The price is now ${price}.`);
	const listIssue = findPriceIssue({ ...row, priceCents: change.price ?? row.priceCents });
	if (listIssue) return createIssues("price", `${listIssue.message}.`);
	if (change.quantity === undefined) return [];
	const newQuantity = change.quantity - (change.expectedQuantity ?? row.quantity) + row.quantity;
	if (newQuantity < 0) return createIssues("quantity", `Only ${stock} are left in stock.`);
	if (newQuantity > quantityMax)
		return createIssues("quantity", `At most ${formatInteger(quantityMax)}.`);
	return [];
}

async function createRejection(
	{ db }: ShopContext,
	changes: ProductChange[],
): Promise<ChangesRejectedError> {
	const rows = await db
		.select({ id, priceCents, quantity, editKey, minimum, priceBreaks, orderMultiple })
		.from(products)
		.where(and(isChangedBy(changes), isPublishedOrDraft));
	const byId = new Map(rows.map((row) => [row.id, row]));
	return new ChangesRejectedError(
		changes.flatMap((change, index) => findIssues(change, byId.get(change.id), index)),
	);
}

/**
 * Changes prices and stock of many products in one transaction, all or nothing, with one entry in the audit log. The same changes with the
 * same key are applied once, whatever the note.
 * @throws ChangesRejectedError 409 with the issues of each change that is not possible
 * @throws ShopError 401 or 403; 409 if the key was used for other changes
 */
export async function changeProducts(
	shop: ShopContext,
	{ changes, note, key }: BulkEdit,
): Promise<void> {
	const admin = requireCapability(shop, "products:write");
	const { db } = shop;
	const json = JSON.stringify(changes);
	const contentHash = (await hashToken(json)).slice(0, 12);
	/** The first half is unique to this attempt, and the second tells whether a key was used for the same changes. */
	const editId = createId().slice(0, 12) + contentHash;
	const edits = sql`json_each(${json}) as edit`;
	const join = sql`${edits} join ${products} on ${id} = ${readField("id")}`;
	const selectText = (text: SQL) => sql`(select ${text} from ${join})`;
	const entry = {
		...createAuditEntry(admin, {
			action: "products-edited",
			id: editId,
			name: changes.length === 1 ? selectText(sql`${name}`) : sql`${`${changes.length} products`}`,
			detail: selectText(
				sql`coalesce(group_concat(${name} || ' (' || ${id} || '): ' || ${changeText}, '; ') filter (where ${changeText} <> ''), '')`,
			),
			where: sql`(select count(*) from ${join} where ${isUnchanged}) = ${changes.length}`,
		}),
		id: key === null ? editId : `edit:${admin.id}:${key}`,
	};
	const isThisEdit = sql`exists (select 1 from ${auditLog} where ${auditLog.id} = ${entry.id} and ${auditLog.subjectId} = ${editId})`;
	const pieces = sql`(${stockChange})`;
	try {
		const savedEntry = await writeAudited(shop, {
			audit: entry,
			statements: [
				moveStock(
					db,
					{ change: pieces, reason: readField("reason"), note, userId: admin.id },
					isThisEdit,
					join,
				),
				db
					.update(products)
					.set({
						priceCents: sql`coalesce((select ${readField("price")} from ${edits} where ${readField("id")} = ${id}), ${priceCents})`,
						editKey: key ?? editId,
					})
					.where(and(isChangedBy(changes), isThisEdit)),
			],
			tags: () => changes.flatMap((change) => getProductTags(change.id)),
		});
		if (!savedEntry) throw await createRejection(shop, changes);
		if (!savedEntry.subjectId.endsWith(contentHash)) throw new ShopError("idempotency_key_reused");
	} catch (error) {
		if (isCheckViolation(error) || isPriceListViolation(error))
			throw await createRejection(shop, changes);
		throw error;
	}
}
