import { eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import type { Login } from "#contract/schemas/accounts.ts";
import { countTry } from "#worker/auth/limits.ts";
import { hashPassword, isOutdated, verifyPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { signIn } from "./session.ts";

/**
 * An unknown address, a wrong password and an account without password answer alike and take alike long.
 * @throws ShopError 401, 429
 */
export async function login(shop: Shop, { email, password }: Login): Promise<Account> {
	const { env, db, visitor } = shop;
	await countTry(env.LIMIT_LOGIN_ADDRESS, visitor.network);
	await countTry(env.LIMIT_LOGIN_ACCOUNT, email);
	const user = await db
		.select({
			id: users.id,
			email: users.email,
			name: users.name,
			role: users.role,
			passwordHash: users.passwordHash,
		})
		.from(users)
		.where(eq(users.email, email))
		.get();
	const right = await verifyPassword(password, user?.passwordHash ?? null);
	if (!user || !right) {
		logSecurity(visitor, { event: "sign-in refused", user: user?.id ?? null, about: "password" });
		throw new ShopError("signedOut", failure.credentials);
	}
	const { passwordHash, ...account } = user;
	if (passwordHash && isOutdated(passwordHash)) {
		const renewed = await hashPassword(password);
		await retry(() => db.update(users).set({ passwordHash: renewed }).where(eq(users.id, user.id)));
	}
	return signIn(shop, account, "password");
}
