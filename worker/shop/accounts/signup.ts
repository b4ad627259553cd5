import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, defaultRole } from "#contract/roles.ts";
import type { Signup } from "#contract/schemas/accounts.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { signIn } from "./session.ts";
import { sendFirstLink } from "./verify.ts";

/**
 * Makes a shopper's account, signs in, and sends a link to verify the email.
 * @throws ShopError 400 when the email is taken, 401 when its owner has taken the account over meanwhile, 429
 */
export async function signup(shop: Shop, { name, email, password }: Signup): Promise<Account> {
	await enforceRateLimit(shop.env, "signup", shop.visitor.network);
	const id = createId();
	const passwordHash = await hashPassword(password);
	const { db } = shop;
	const [, owner] = await retry(() =>
		db.batch([
			db.insert(users).values({ id, email, name, passwordHash }).onConflictDoNothing(),
			db.select({ id: users.id }).from(users).where(eq(users.email, email)),
		]),
	);
	if (owner[0]?.id !== id) throw new ShopError("email_taken");
	const account: Account = { id, email, name, role: defaultRole };
	const holds = eq(users.passwordHash, passwordHash);
	await signIn(shop, account, { method: "signup", holds });
	sendFirstLink(shop, account);
	return account;
}
