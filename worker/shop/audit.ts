import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { auditLog, orders, products, quotes, reviews, users } from "#worker/db/schema.ts";
import type { ShopContext } from "./context.ts";
import { newestFirst, readPage, type TableView } from "./list-queries.ts";

/** `id` is null for a command that the operator runs. */
export type Actor = Pick<Account, "email"> & { id: string | null };

/** Casts a number that is embedded in text, because D1 binds every number as REAL, so 60 would become "60.0". */
export const asInteger = (number: SQLWrapper | number): SQL => sql`cast(${number} as integer)`;

/** Formats cents as text, such as "$12.50". */
export const formatDollarsSql = (cents: SQLWrapper | number): SQL =>
	sql`printf('$%.2f', ${cents} / 100.0)`;

/** Formats a number of pieces as text, such as "1 piece". */
export const formatPiecesSql = (pieces: SQLWrapper): SQL =>
	sql`(${pieces}) || iif((${pieces}) = 1, ' piece', ' pieces')`;

const product = { table: products, name: products.name, detail: sql`''` };
/** Omits the customer's name, because it may have to be erased. */
const order = {
	table: orders,
	name: orders.toolName,
	detail: formatPiecesSql(orders.quantity),
};
const user = { table: users, name: users.email, detail: sql`''` };
/** Omits text that the author wrote, including a rating that is not a number. */
const review = {
	table: reviews,
	name: sql`coalesce((select tool.name from ${products} as tool where tool.id = ${reviews.productId}), 'Review of the shop')`,
	detail: sql`case when ${reviews.ratings} glob '[0-9]' or ${reviews.ratings} glob '[0-9].[0-9]'
		then 'Rating ' || ${reviews.ratings} else '' end`,
};

const quote = {
	table: quotes,
	name: sql`'Quote ' || upper(substr(${quotes.id}, 1, 12))`,
	detail: sql`''`,
};

/** Keyed by the first word of the action. */
const auditedTables = { product, stock: product, order, admin: user, user, review, quote };

type Subject = keyof typeof auditedTables;
type RowAction = Extract<AuditAction, `${Subject}-${string}`>;

type AuditTarget =
	| { action: RowAction; where: SQL | undefined; detail?: SQL }
	| { action: AuditAction; id: string; name: string; detail?: string }
	| { action: AuditAction; id: string; name: SQL; detail: SQL; where: SQL };

export type AuditEntry = { id: string; actor: Actor; target: AuditTarget };

/**
 * @param target - either the id and name of a new row, or a condition that matches the row while the action is possible. With a condition,
 * the entry copies values of the row before they change, and is not written if no row matches. An action on several rows has both an id and
 * a condition.
 */
export const createAuditEntry = (actor: Actor, target: AuditTarget): AuditEntry => ({
	id: createId(),
	actor,
	target,
});

type Writer = Pick<Database, "insert" | "select">;

/** Inserts an entry only once, even if the statement is repeated. */
export function insertEntry(db: Writer, { id, actor, target }: AuditEntry) {
	const entry = { id, userId: actor.id, actor: actor.email, action: target.action };
	if ("id" in target && "where" in target) {
		const { id: subjectId, name: subject, detail, where } = target;
		const row = { ...entry, subjectId, subject, detail };
		return insertSelect(db, auditLog, row, sql`(select 1)`, where).onConflictDoNothing();
	}
	if (!("where" in target)) {
		const { id: subjectId, name: subject, detail = "" } = target;
		return db
			.insert(auditLog)
			.values({ ...entry, subjectId, subject, detail })
			.onConflictDoNothing();
	}
	const { table, name: subject, detail } = auditedTables[target.action.split("-", 1)[0] as Subject];
	const row = { ...entry, subjectId: table.id, subject, detail: target.detail ?? detail };
	return insertSelect(db, auditLog, row, table, target.where).onConflictDoNothing();
}

/** Selects the entry, which confirms that its action was applied. */
export const findEntry = (db: Writer, { id }: AuditEntry) =>
	db.select({ subjectId: auditLog.subjectId }).from(auditLog).where(eq(auditLog.id, id));

const { userId: _, ...columns } = getTableColumns(auditLog);

/**
 * Reads a page of the audit log, newest first.
 * @param search - the actor's email
 */
export async function getAuditPage(
	shop: ShopContext,
	{ page, search, action }: TableView & { action: AuditAction | null },
) {
	requireCapability(shop, "audit:read");
	const isActor = search ? eq(auditLog.actor, search.toLowerCase()) : undefined;
	const query = shop.db
		.select(columns)
		.from(auditLog)
		.where(and(isActor, action ? eq(auditLog.action, action) : undefined))
		.orderBy(...newestFirst(auditLog));
	return readPage(query, page);
}

export type AuditRow = Awaited<ReturnType<typeof getAuditPage>>["rows"][number];
