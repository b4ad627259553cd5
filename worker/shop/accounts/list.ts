import { asc } from "drizzle-orm";
import type { Account } from "#contract/roles.ts";
import type { Place } from "#contract/schemas/after.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	listOf,
	newestFirst,
	pageOf,
	type Shown,
	startsWith,
	type TablePage,
	youngerThan,
} from "../listing.ts";

export type User = Account & { img: string | null; phone: string | null };

/**
 * @param after where the list before ended
 * @returns everyone with an account, oldest first, at most 500
 * @throws ShopError 401, 403
 */
export function listUsers(shop: Shop, after?: Place) {
	requireAdmin(shop);
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
		.where(after && youngerThan(users, after))
		.orderBy(asc(users.createdAt), asc(users.id));
	return listOf(query);
}

/**
 * @returns a page of the users, newest first; of those whose email is searched, by email
 * @throws ShopError 401, 403
 */
export async function getUsersPage(
	shop: Shop,
	{ page, search }: Shown,
): Promise<TablePage<Pick<User, "id" | "email" | "role">>> {
	requireAdmin(shop);
	const query = shop.db
		.select({ id: users.id, email: users.email, role: users.role })
		.from(users)
		.where(search ? startsWith(users.email, search.toLowerCase()) : undefined)
		.orderBy(...(search ? [asc(users.email)] : newestFirst(users)));
	return pageOf(query, page);
}
