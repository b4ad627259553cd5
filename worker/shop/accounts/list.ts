import { asc, desc } from "drizzle-orm";
import type { Account } from "#contract/roles.ts";
import type { Place } from "#contract/schemas/after.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import {
	listLimit,
	type Shown,
	startsWith,
	type TablePage,
	toList,
	toPage,
	windowOf,
	youngerThan,
} from "../listing.ts";

export type User = Account & { img: string | null; phone: string | null };

/**
 * @param after where the list before ended
 * @returns everyone with an account, oldest first, at most 500
 * @throws ShopError 401, 403
 */
export async function listUsers(shop: Shop, after?: Place) {
	requireAdmin(shop);
	const rows = await shop.db
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
		.orderBy(asc(users.createdAt), asc(users.id))
		.limit(listLimit)
		.all();
	return toList(rows);
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
	const { limit, offset } = windowOf(page);
	const rows = await shop.db
		.select({ id: users.id, email: users.email, role: users.role })
		.from(users)
		.where(search ? startsWith(users.email, search.toLowerCase()) : undefined)
		.orderBy(...(search ? [asc(users.email)] : [desc(users.createdAt), desc(users.id)]))
		.limit(limit)
		.offset(offset)
		.all();
	return toPage(rows);
}
