import { eq, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Profile } from "#contract/schemas/accounts.ts";
import { requireAccount, requireOwnEmail } from "#worker/auth/authorize.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import { requireRow } from "../written.ts";

/** @returns the signed-in user as My profile shows it @throws ShopError 401 */
export async function getProfile(shop: Shop) {
	const { id } = requireAccount(shop);
	const profile = await shop.db
		.select({
			email: users.email,
			name: users.name,
			role: users.role,
			img: users.img,
			phone: users.phone,
			isVerified: sql<number>`${users.emailProvedAt} is not null`
				.mapWith(Boolean)
				.as("is_verified"),
		})
		.from(users)
		.where(eq(users.id, id))
		.get();
	if (!profile) throw new ShopError("user_not_found");
	return profile;
}

/**
 * @returns how many users changed: 1
 * @throws ShopError 401, 404 'Failed to update user'
 */
export async function updateProfile(shop: Shop, { img, phone }: Profile): Promise<number> {
	const { id } = requireAccount(shop);
	const rows = await retry(() =>
		shop.db
			.update(users)
			.set({ img: toImagePath(shop, img), phone })
			.where(eq(users.id, id))
			.returning({ id: users.id }),
	);
	requireRow(rows, "profile_not_found");
	return rows.length;
}

/**
 * `GET /admin/{email}`.
 * @throws ShopError 401, 403 unless it is one's own email or an admin asks
 */
export async function isAdmin(shop: Shop, email: string): Promise<boolean> {
	const account = requireOwnEmail(shop, email, "users:manage");
	if (account.email === email) return account.role === "admin";
	const user = await shop.db
		.select({ role: users.role })
		.from(users)
		.where(eq(users.email, email))
		.get();
	return user?.role === "admin";
}
