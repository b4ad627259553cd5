import { and, asc, eq, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account, Role } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { accountColumns, hasSecondFactor, isVerified } from "#worker/auth/account-columns.ts";
import { requireCapability, requireOwnEmail } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { auditLog, users } from "#worker/db/schema.ts";
import { createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import {
	newerThan,
	newestFirst,
	oldestFirst,
	readList,
	readPage,
	startsWith,
	type TableView,
	withoutIndex,
} from "../list-queries.ts";
import { write } from "../write.ts";
import { eraseAccount } from "./erase.ts";
import { hasAdminRole, isManageable, requireRole } from "./roles.ts";

const { img, phone, createdAt } = users;

export type User = Account & { img: string | null; phone: string | null };

/** Returns up to 500 users, oldest first. @throws ShopError 401, 403 */
export function listUsers(shop: ShopContext, cursor?: Cursor) {
	requireCapability(shop, "users:manage");
	const query = shop.db
		.select({ ...accountColumns, img, phone, createdAt })
		.from(users)
		.where(cursor && newerThan(users, cursor))
		.orderBy(...oldestFirst(users));
	return readList(query);
}

/** Matches the index on the role, so that no sort is needed. */
const newestFirstByRowid = sql`${users}.rowid desc`;

/** Sorts by email if there is a search, and newest first otherwise. @throws ShopError 401, 403 */
export async function getUsersPage(
	shop: ShopContext,
	{ page, search, role }: TableView & { role: Role | null },
) {
	requireCapability(shop, "users:manage");
	const matchesEmail = search ? startsWith(users.email, search.toLowerCase()) : undefined;
	const hasRole = role
		? sql`${search ? withoutIndex(users.role) : users.role} = ${role}`
		: undefined;
	const defaultOrder = role ? [newestFirstByRowid] : newestFirst(users);
	const query = shop.db
		.select({
			id: users.id,
			email: users.email,
			role: users.role,
			verified: isVerified,
			hasSecondFactor,
		})
		.from(users)
		.where(and(matchesEmail, hasRole))
		.orderBy(...(search ? [asc(users.email)] : defaultOrder));
	return readPage(query, page);
}

/** `GET /admin/{email}`. @throws ShopError 401, 403 if a non-admin names another account */
export async function isAdmin(shop: ShopContext, email: string): Promise<boolean> {
	const account = requireOwnEmail(shop, email, "users:manage");
	return account.email === email ? account.role === "admin" : hasAdminRole(shop, email);
}

/** @throws ShopError 401, 403 for the admin's own account, 404, 409 for the last admin */
export async function deleteUser(shop: ShopContext, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage");
	if (actor.email === email) throw new ShopError("self_deletion");
	const isDeletable = isManageable(actor, email);
	const audit = createAuditEntry(actor, { action: "user-deleted", where: isDeletable });
	const { statements, tags } = eraseAccount(shop.db, isDeletable);
	const confirmWrite = shop.db
		.select({ id: auditLog.subjectId, tags })
		.from(auditLog)
		.where(eq(auditLog.id, audit.id));
	const deleted = await write(shop, { audit, statements, confirmWrite, tags: (row) => row.tags });
	if (!deleted) {
		await requireRole(shop, email);
		throw new ShopError("last_admin");
	}
	logSecurity(shop.visitor, { event: "user deleted", user: actor.id, about: deleted.id });
	return 1;
}
