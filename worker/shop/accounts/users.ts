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
	listOf,
	newerThan,
	newestFirst,
	oldestFirst,
	pageOf,
	type Shown,
	startsWith,
	type TablePage,
	withoutIndex,
} from "../listing.ts";
import { write } from "../write.ts";
import { eraseAccount } from "./erase.ts";

export const accountColumns = {
	id: users.id,
	email: users.email,
	name: users.name,
	role: users.role,
};

export const isVerified = sql<boolean>`${users.emailProvedAt} is not null`
	.mapWith(Boolean)
	.as("is_verified");

export type User = Account & { img: string | null; phone: string | null };

/** Oldest first, at most 500. @throws ShopError 401, 403 */
export function listUsers(shop: Shop, after?: Cursor) {
	requireCapability(shop, "users:manage");
	const query = shop.db
		.select({
			...accountColumns,
			img: users.img,
			phone: users.phone,
			createdAt: users.createdAt,
		})
		.from(users)
		.where(after && newerThan(users, after))
		.orderBy(...oldestFirst(users));
	return listOf(query);
}

/** The order in which users came, and which the index of the roles has. */
const newestRow = sql`${users}.rowid desc`;

/** Newest first; of those whose email is searched, by email. @throws ShopError 401, 403 */
export async function getUsersPage(
	shop: Shop,
	{ page, search, role }: Shown & { role: Role | null },
): Promise<TablePage<Pick<Account, "id" | "email" | "role"> & { verified: boolean }>> {
	requireCapability(shop, "users:manage");
	const byEmail = search ? startsWith(users.email, search.toLowerCase()) : undefined;
	const byRole = role
		? sql`${search ? withoutIndex(users.role) : users.role} = ${role}`
		: undefined;
	const inOrder = role ? [newestRow] : newestFirst(users);
	const query = shop.db
		.select({ id: users.id, email: users.email, role: users.role, verified: isVerified })
		.from(users)
		.where(and(byEmail, byRole))
		.orderBy(...(search ? [asc(users.email)] : inOrder));
	return pageOf(query, page);
}

const findRole = ({ db }: Shop, email: string) =>
	db.select({ role: users.role }).from(users).where(eq(users.email, email)).get();

/** `GET /admin/{email}`. @throws ShopError 401, 403 unless it is one's own email or an admin asks */
export async function isAdmin(shop: Shop, email: string): Promise<boolean> {
	const account = requireOwnEmail(shop, email, "users:manage");
	const { role } = account.email === email ? account : ((await findRole(shop, email)) ?? {});
	return role === "admin";
}

async function requireUser(shop: Shop, email: string): Promise<void> {
	if (!(await findRole(shop, email))) throw new ShopError("user_not_found");
}

/** The audit entry and the statements that make a user an admin: a role never changes under a live session. An admin stays one. */
export function promotion(
	db: Pick<Database, "select" | "delete" | "update">,
	actor: Actor,
	email: string,
) {
	const promoted = and(eq(users.email, email), ne(users.role, "admin"));
	const account = db.select({ id: users.id }).from(users).where(promoted);
	return {
		audit: auditEntry(actor, { action: "admin-made", where: promoted }),
		statements: [
			db.delete(sessions).where(inArray(sessions.userId, account)),
			db.update(users).set({ role: "admin" }).where(promoted).returning({ id: users.id }),
		] as const,
	};
}

/** @returns how many users changed @throws ShopError 401, 403 'failed to make an admin', 404 */
export async function makeAdmin(shop: Shop, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage", "admin_grant_forbidden");
	const { audit, statements } = promotion(shop.db, actor, email);
	const promoted = await write(shop, {
		audit,
		statements: [...statements],
		done: findEntry(shop.db, audit),
	});
	if (!promoted) {
		await requireUser(shop, email);
		return 0;
	}
	const about = promoted.subjectId;
	logSecurity(shop.visitor, { event: "admin made", user: actor.id, about });
	return 1;
}

const managers = rolesWith("users:manage");

/** The asker may still manage users, and another account that may remains. */
const managerRemains = (asker: Account) => [
	sql`exists (select 1 from ${users} as asker where asker.id = ${asker.id} and ${inArray(sql`asker.role`, managers)})`,
	or(
		notInArray(users.role, managers),
		sql`(select count(*) from ${users} as manager where ${inArray(sql`manager.role`, managers)}) > 1`,
	),
];

/**
 * Ends an account, with its sessions; its orders stay, its reviews and the audit log without its name (architecture.md "Deleting").
 * Who may is decided inside the statement, so that two admins who delete each other at once leave one.
 * @throws ShopError 401, 403 oneself, 404, 409 the last admin
 */
export async function deleteUser(shop: Shop, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage");
	if (actor.email === email) throw new ShopError("self_deletion");
	const deletable = and(eq(users.email, email), ne(users.id, actor.id), ...managerRemains(actor));
	const audit = auditEntry(actor, { action: "user-deleted", where: deletable });
	const { statements, tags } = eraseAccount(shop.db, deletable);
	const deleted = await write(shop, {
		audit,
		statements,
		done: shop.db
			.select({ id: auditLog.subjectId, tags })
			.from(auditLog)
			.where(eq(auditLog.id, audit.id)),
		tags: (row) => row.tags,
	});
	if (!deleted) {
		await requireUser(shop, email);
		throw new ShopError("last_admin");
	}
	logSecurity(shop.visitor, { event: "user deleted", user: actor.id, about: deleted.id });
	return 1;
}
