import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { requireAccount, requireOwnEmailOrAdmin } from "#worker/auth/guards.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** @returns the signed-in user as My profile shows it @throws ShopError 401 */
export async function getProfile(shop: Shop) {
	const { id } = requireAccount(shop);
	const profile = await shop.db
		.select({ email: users.email, name: users.name, img: users.img, phone: users.phone })
		.from(users)
		.where(eq(users.id, id))
		.get();
	if (!profile) throw new ShopError("missing", failure.userNotFound);
	return profile;
}

/**
 * `GET /admin/{email}`.
 * @throws ShopError 401, 403 unless it is one's own email or an admin asks
 */
export async function isAdmin(shop: Shop, email: string): Promise<boolean> {
	const account = requireOwnEmailOrAdmin(shop, email);
	if (account.email === email) return account.role === "admin";
	const user = await shop.db
		.select({ role: users.role })
		.from(users)
		.where(eq(users.email, email))
		.get();
	return user?.role === "admin";
}
