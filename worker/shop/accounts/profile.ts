import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Profile } from "#contract/schemas/accounts.ts";
import { isVerified } from "#worker/auth/account-columns.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { toImagePath } from "../images/store.ts";

const { email, name, role, img, phone } = users;

/** @throws ShopError 401, 404 */
export async function getProfile(shop: ShopContext) {
	const { id } = requireAccount(shop);
	const profile = await shop.db
		.select({ email, name, role, img, phone, isVerified })
		.from(users)
		.where(eq(users.id, id))
		.get();
	if (!profile) throw new ShopError("user_not_found");
	return profile;
}

/**
 * @returns 1, the number of updated users
 * @throws ShopError 401, 404 'Failed to update user'
 */
export async function updateProfile(shop: ShopContext, { img, phone }: Profile): Promise<number> {
	const { id } = requireAccount(shop);
	const [updated] = await retry(() =>
		shop.db
			.update(users)
			.set({ img: toImagePath(shop, img), phone })
			.where(eq(users.id, id))
			.returning({ id: users.id }),
	);
	if (!updated) throw new ShopError("profile_not_found");
	return 1;
}
