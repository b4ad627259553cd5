import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { Account } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { auditLog, orders, products, reviews, users } from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";
import { newestFirst, pageOf, type TableView } from "./listing.ts";

/** Who did it; an actor without an id is a command of the operator. */
export type Actor = Pick<Account, "email"> & { id: string | null };

/** D1 takes every number for one with a fraction, and would write "60.0". */
export const asInteger = (number: SQLWrapper | number): SQL => sql`cast(${number} as integer)`;

const product = { table: products, id: products.id, name: products.name, detail: sql`''` };
/** What was ordered, without the customer, whose name may have to be forgotten. */
const order = {
	table: orders,
	id: orders.id,
	name: orders.toolName,
	detail: sql`${orders.quantity} || ' pieces'`,
};
const user = { table: users, id: users.id, name: users.email, detail: sql`''` };
/** Without name and text of the author, and a rating only where it is a number: others are words of the author. */
const review = {
	table: reviews,
	id: reviews.id,
	name: sql`coalesce((select tool.name from ${products} as tool where tool.id = ${reviews.productId}), 'Review of the shop')`,
	detail: sql`case when ${reviews.ratings} glob '[0-9]' or ${reviews.ratings} glob '[0-9].[0-9]'
		then 'Rating ' || ${reviews.ratings} else '' end`,
};

/** From which row an entry is copied, how a reader knows that row, and what is said of it by default; by the first word of the action. */
const subjects = { product, stock: product, order, admin: user, user, review };

type Subject = keyof typeof subjects;
type RowAction = Extract<AuditAction, `${Subject}-${string}`>;

const subjectOf = (action: RowAction) => subjects[action.split("-", 1)[0] as Subject];

type About =
	| { action: RowAction; where: SQL | undefined; detail?: SQL }
	| { action: AuditAction; id: string; name: string; detail?: string };

export type AuditEntry = { id: string; actor: Actor; about: About };

/**
 * What the audit log will say of an action.
 * @param about the row of the action's table, by a condition that holds only while the action is possible: the entry is copied from it
 *   before it changes, and there is none where no row matches. Or the id and name of something that is not there before.
 */
export const auditEntry = (actor: Actor, about: About): AuditEntry => ({
	id: createId(),
	actor,
	about,
});

type Writer = Pick<Database, "insert" | "select">;

/** Writes an entry once, however often it is sent. */
export function insertEntry(db: Writer, { id, actor, about }: AuditEntry) {
	const by = { id, userId: actor.id, actor: actor.email, action: about.action };
	if (!("where" in about)) {
		const { id: subjectId, name: subject, detail = "" } = about;
		return db
			.insert(auditLog)
			.values({ ...by, subjectId, subject, detail })
			.onConflictDoNothing();
	}
	const { table, id: subjectId, name: subject, detail } = subjectOf(about.action);
	const row = { ...by, subjectId, subject, detail: about.detail ?? detail };
	return insertFrom(db, auditLog, row, table, about.where).onConflictDoNothing();
}

/** Finds an entry once it is written: what shows that its action was done. */
export const findEntry = (db: Writer, { id }: AuditEntry) =>
	db.select({ subjectId: auditLog.subjectId }).from(auditLog).where(eq(auditLog.id, id));

const { userId: _, ...columns } = getTableColumns(auditLog);

/** Newest first. @param search email of the actor */
export async function getAuditPage(
	shop: Shop,
	{ page, search, action }: TableView & { action: AuditAction | null },
) {
	requireCapability(shop, "audit:read");
	const byWhom = search ? eq(auditLog.actor, search.toLowerCase()) : undefined;
	const query = shop.db
		.select(columns)
		.from(auditLog)
		.where(and(byWhom, action ? eq(auditLog.action, action) : undefined))
		.orderBy(...newestFirst(auditLog));
	return pageOf(query, page);
}

export type AuditRow = Awaited<ReturnType<typeof getAuditPage>>["rows"][number];
