import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, listRolesWith, type Role } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import type { Database } from "#worker/db/client.ts";
import { sessions, users } from "#worker/db/schema.ts";
import { type Actor, createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { writeAudited } from "../write.ts";
import { requireRecentSignIn } from "./confirm-identity.ts";

const findRole = async ({ db }: ShopContext, email: string): Promise<Role | undefined> =>
	(await db.select({ role: users.role }).from(users).where(eq(users.email, email)).get())?.role;

/** @throws ShopError 404 */
export async function requireRole(shop: ShopContext, email: string): Promise<Role> {
	const role = await findRole(shop, email);
	if (!role) throw new ShopError("user_not_found");
	return role;
}

/** Returns false for an unknown email. */
export const hasAdminRole = async (shop: ShopContext, email: string): Promise<boolean> =>
	(await findRole(shop, email)) === "admin";

/**
 * Selects another user's account if the actor still has permission to manage users. At least one admin therefore remains: if two admins demote
 * or delete each other at the same time, the second request fails, because its actor is no longer an admin.
 */
export const isManageable = (actor: Account, email: string) =>
	and(
		eq(users.email, email),
		ne(users.id, actor.id),
		sql`exists (select 1 from ${users} as actor where actor.id = ${actor.id} and ${inArray(sql`actor.role`, listRolesWith("users:manage"))})`,
	);

/** The statements change the role and end the user's sessions. They do nothing if the user already has the role. */
export function createRoleChange(
	db: Pick<Database, "select" | "delete" | "update">,
	actor: Actor,
	isUser: SQL | undefined,
	role: Role,
) {
	const needsChange = and(isUser, ne(users.role, role));
	const account = db.select({ id: users.id }).from(users).where(needsChange);
	return {
		audit: createAuditEntry(actor, {
			action: role === "admin" ? "admin-made" : "user-role-changed",
			where: needsChange,
			detail: sql`${users.role} || ' → ' || ${role}`,
		}),
		statements: [
			db.delete(sessions).where(inArray(sessions.userId, account)),
			db.update(users).set({ role }).where(needsChange).returning({ id: users.id }),
		] as const,
	};
}

/**
 * @returns the number of changed users, 0 if the user already has the role
 * @throws ShopError 403, 404
 */
async function changeRole(
	shop: ShopContext,
	actor: Account,
	email: string,
	role: Role,
): Promise<number> {
	const { audit, statements } = createRoleChange(shop.db, actor, isManageable(actor, email), role);
	const changed = await writeAudited(shop, { audit, statements: [...statements] });
	if (!changed) {
		if ((await requireRole(shop, email)) === role) return 0;
		throw new ShopError("admin_only");
	}
	const event = role === "admin" ? "admin role granted" : "role changed";
	logSecurity(shop.visitor, { event, user: actor.id, about: changed.subjectId });
	return 1;
}

/**
 * @returns the number of changed users, 0 if the user is already an admin
 * @throws ShopError 401, 403 'failed to make an admin', 404
 */
export async function makeAdmin(shop: ShopContext, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage", "admin_grant_forbidden");
	return changeRole(shop, actor, email, "admin");
}

/**
 * @returns the number of changed users, 0 if the user already has the role
 * @throws ShopError 401, 403 for the admin's own account, 404
 */
export async function setRole(shop: ShopContext, email: string, role: Role): Promise<number> {
	const actor = requireCapability(shop, "users:manage");
	if (actor.email === email) throw new ShopError("own_role");
	requireRecentSignIn(shop, "changeRole");
	return changeRole(shop, actor, email, role);
}
