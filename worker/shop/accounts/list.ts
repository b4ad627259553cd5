import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Account, Role } from "#contract/roles.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	listOf,
	newerThan,
	newestFirst,
	pageOf,
	type Shown,
	startsWith,
	type TablePage,
	withoutIndex,
} from "../listing.ts";

export type User = Account & { img: string | null; phone: string | null };

/**
 * @param after where the list before ended
 * @returns everyone with an account, oldest first, at most 500
 * @throws ShopError 401, 403
 */
export function listUsers(shop: Shop, after?: Cursor) {
	requireCapability(shop, "users:manage");
	const query = shop.db
		.select({
			id: users.id,
			email: users.email,
			name: users.name,
			role: users.role,
			img: users.img,
			phone: users.phone,
			createdAt: users.createdAt,
		})
		.from(users)
		.where(after && newerThan(users, after))
		.orderBy(asc(users.createdAt), asc(users.id));
	return listOf(query);
}

/** The order in which users came, and which the index of the roles has. */
const newestRow = sql`${users}.rowid desc`;

function isShown(search: string, role: Role | null): SQL | undefined {
	const byEmail = search ? startsWith(users.email, search.toLowerCase()) : undefined;
	if (!role) return byEmail;
	return and(byEmail, search ? eq(withoutIndex(users.role), role) : eq(users.role, role));
}

function orderOf(search: string, role: Role | null): SQL[] {
	if (search) return [asc(users.email)];
	return role ? [newestRow] : newestFirst(users);
}

/**
 * @param role null for both
 * `verified`: that the email is theirs has been shown, by a link or by Google
 * @returns a page of the users, newest first; of those whose email is searched, by email
 * @throws ShopError 401, 403
 */
export async function getUsersPage(
	shop: Shop,
	{ page, search, role }: Shown & { role: Role | null },
): Promise<TablePage<Pick<User, "id" | "email" | "role"> & { verified: boolean }>> {
	requireCapability(shop, "users:manage");
	const query = shop.db
		.select({
			id: users.id,
			email: users.email,
			role: users.role,
			verified: sql<boolean>`${users.emailProvedAt} is not null`.mapWith(Boolean).as("verified"),
		})
		.from(users)
		.where(isShown(search, role))
		.orderBy(...orderOf(search, role));
	return pageOf(query, page);
}
