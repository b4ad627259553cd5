import { fieldError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import type { Signup } from "#contract/schemas/accounts.ts";
import { countTry } from "#worker/auth/limits.ts";
import { hashPassword } from "#worker/auth/passwords.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isUniqueFailure } from "#worker/db/failures.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { signIn } from "./session.ts";

/**
 * Makes a shopper's account and signs in.
 * @throws ShopError 400 when the email is taken, 429
 */
export async function signup(shop: Shop, { name, email, password }: Signup): Promise<Account> {
	await countTry(shop.env.LIMIT_SIGNUP, shop.visitor.address);
	const id = createId();
	const passwordHash = await hashPassword(password);
	try {
		await shop.db.insert(users).values({ id, email, name, passwordHash });
	} catch (error) {
		if (isUniqueFailure(error)) throw fieldError("email", failure.emailTaken);
		throw error;
	}
	return signIn(shop, { id, email, name, role: "shopper" }, "signup");
}
