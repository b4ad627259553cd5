import { and, asc, eq, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, type Role, rolesWith } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireCapability, requireOwnEmail } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import type { Database } from "#worker/db/client.ts";
import { auditLog, sessions, users } from "#worker/db/schema.ts";
import { type Actor, auditEntry, findEntry } from "../audit.ts";
import type { Shop } from "../context.ts";
import {
	newerThan,
	newestFirst,
	oldestFirst,
	readList,
	readPage,
	startsWith,
	type TableView,
	withoutIndex,
} from "../listing.ts";
import { write } from "../write.ts";
import { eraseAccount } from "./erase.ts";

const { id, email, name, role, img, phone, createdAt } = users;
export const accountColumns = { id, email, name, role };

export const isVerified = sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean);

export type User = Account & { img: string | null; phone: string | null };

/** Returns up to 500 users, oldest first. @throws ShopError 401, 403 */
export function listUsers(shop: Shop, cursor?: Cursor) {
	requireCapability(shop, "users:manage");
	const query = shop.db
		.select({ ...accountColumns, img, phone, createdAt })
		.from(users)
		.where(cursor && newerThan(users, cursor))
		.orderBy(...oldestFirst(users));
	return readList(query);
}

/** The order of the index on the role, so that no sort is needed. */
const newestRowFirst = sql`${users}.rowid desc`;

/** Sorted by email if there is a search, otherwise newest first. @throws ShopError 401, 403 */
export async function getUsersPage(
	shop: Shop,
	{ page, search, role }: TableView & { role: Role | null },
) {
	requireCapability(shop, "users:manage");
	const matchesEmail = search ? startsWith(users.email, search.toLowerCase()) : undefined;
	const hasRole = role
		? sql`${search ? withoutIndex(users.role) : users.role} = ${role}`
		: undefined;
	const defaultOrder = role ? [newestRowFirst] : newestFirst(users);
	const query = shop.db
		.select({ id: users.id, email: users.email, role: users.role, verified: isVerified })
		.from(users)
		.where(and(matchesEmail, hasRole))
		.orderBy(...(search ? [asc(users.email)] : defaultOrder));
	return readPage(query, page);
}

const findRole = ({ db }: Shop, email: string) =>
	db.select({ role: users.role }).from(users).where(eq(users.email, email)).get();

/** `GET /admin/{email}`. @throws ShopError 401, 403 if the email is another account's and the signed-in account is not an admin's */
export async function isAdmin(shop: Shop, email: string): Promise<boolean> {
	const account = requireOwnEmail(shop, email, "users:manage");
	const { role } = account.email === email ? account : ((await findRole(shop, email)) ?? {});
	return role === "admin";
}

async function requireUser(shop: Shop, email: string): Promise<void> {
	if (!(await findRole(shop, email))) throw new ShopError("user_not_found");
}

/** The statements do nothing if the user is already an admin. */
export function createPromotion(
	db: Pick<Database, "select" | "delete" | "update">,
	actor: Actor,
	email: string,
) {
	const isPromotable = and(eq(users.email, email), ne(users.role, "admin"));
	const account = db.select({ id: users.id }).from(users).where(isPromotable);
	return {
		audit: auditEntry(actor, { action: "admin-made", where: isPromotable }),
		statements: [
			db.delete(sessions).where(inArray(sessions.userId, account)),
			db.update(users).set({ role: "admin" }).where(isPromotable).returning({ id: users.id }),
		] as const,
	};
}

/** Returns the number of changed users, 0 for an admin. @throws ShopError 401, 403 'failed to make an admin', 404 */
export async function makeAdmin(shop: Shop, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage", "admin_grant_forbidden");
	const { audit, statements } = createPromotion(shop.db, actor, email);
	const findWritten = findEntry(shop.db, audit);
	const promoted = await write(shop, { audit, statements: [...statements], findWritten });
	if (!promoted) {
		await requireUser(shop, email);
		return 0;
	}
	logSecurity(shop.visitor, {
		event: "admin role granted",
		user: actor.id,
		about: promoted.subjectId,
	});
	return 1;
}

const managerRoles = rolesWith("users:manage");

/** If two admins delete each other at the same time, these conditions let only one of the deletions succeed. */
const keepsOneManager = (actor: Account) => [
	sql`exists (select 1 from ${users} as actor where actor.id = ${actor.id} and ${inArray(sql`actor.role`, managerRoles)})`,
	or(
		notInArray(users.role, managerRoles),
		sql`(select count(*) from ${users} as manager where ${inArray(sql`manager.role`, managerRoles)}) > 1`,
	),
];

/** @throws ShopError 401, 403 for the admin's own account, 404, 409 for the last admin */
export async function deleteUser(shop: Shop, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage");
	if (actor.email === email) throw new ShopError("self_deletion");
	const isDeletable = and(
		eq(users.email, email),
		ne(users.id, actor.id),
		...keepsOneManager(actor),
	);
	const audit = auditEntry(actor, { action: "user-deleted", where: isDeletable });
	const { statements, tags } = eraseAccount(shop.db, isDeletable);
	const findWritten = shop.db
		.select({ id: auditLog.subjectId, tags })
		.from(auditLog)
		.where(eq(auditLog.id, audit.id));
	const deleted = await write(shop, { audit, statements, findWritten, tags: (row) => row.tags });
	if (!deleted) {
		await requireUser(shop, email);
		throw new ShopError("last_admin");
	}
	logSecurity(shop.visitor, { event: "user deleted", user: actor.id, about: deleted.id });
	return 1;
}
