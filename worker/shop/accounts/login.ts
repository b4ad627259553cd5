import { and, eq, inArray } from "drizzle-orm";
import { errors, ShopError, ValidationError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import type { Login } from "#contract/schemas/accounts.ts";
import { isSignupEmail } from "#contract/schemas/fields.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { hashPassword, isOutdated, verifyPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { retry } from "#worker/db/retry.ts";
import { users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { signIn } from "./session.ts";

/** Two logins at once may both rehash an outdated password: the second is judged by the hash of the first. */
const mostTurns = 2;

/** @returns null where the password has changed since it was verified */
function unlessChanged(error: unknown): null {
	if (error instanceof ShopError && error.status === 401) return null;
	throw error;
}

const findUser = ({ db }: Shop, email: string) =>
	db
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

/** Hashes a verified password with today's parameters, unless another password has been set meanwhile. */
async function renewHash({ db }: Shop, id: string, verified: string, password: string) {
	const renewed = await hashPassword(password);
	const isVerified = and(eq(users.id, id), eq(users.passwordHash, verified));
	await retry(() => db.update(users).set({ passwordHash: renewed }).where(isVerified));
	return renewed;
}

/** The same error, whether or not there is such an account; specification.md §5 says what an address looks like. */
const credentialsError = (email: string) =>
	isSignupEmail(email)
		? new ShopError("invalid_credentials")
		: new ValidationError(
				[
					{ field: "email", message: invalid.email },
					{ field: "password", message: errors.invalid_credentials.message },
				],
				errors.invalid_credentials.message,
			);

/** Not counted as a try. @returns the account with the hashes that its password has been verified with; null where it is not right */
export async function verifyLogin(shop: Shop, { email, password }: Login) {
	const user = await findUser(shop, email);
	const right = await verifyPassword(password, user?.passwordHash ?? null);
	if (!user?.passwordHash || !right) {
		const about = { user: user?.id ?? null, about: "password" };
		logSecurity(shop.visitor, { event: "sign-in refused", ...about });
		return null;
	}
	const { passwordHash, ...account } = user;
	if (!isOutdated(passwordHash)) return { account, hashes: [passwordHash] };
	const renewed = await renewHash(shop, account.id, passwordHash, password);
	return { account, hashes: [passwordHash, renewed] };
}

/**
 * An unknown address, a wrong password and an account without password answer alike and take alike long. A password
 * that is changed between its verification and the new session is verified once more, as it then is.
 * @throws ShopError 400 or 401 (by the address alone), 429
 */
export async function login(shop: Shop, asked: Login): Promise<Account> {
	await enforceRateLimit(shop.env, "loginAddress", shop.visitor.network);
	await enforceRateLimit(shop.env, "loginAccount", asked.email);
	for (let turn = 0; turn < mostTurns; turn += 1) {
		const verified = await verifyLogin(shop, asked);
		if (!verified) break;
		const { account, hashes } = verified;
		const begun = await signIn(shop, account, {
			method: "password",
			holds: inArray(users.passwordHash, hashes),
		}).catch(unlessChanged);
		if (begun) return begun;
	}
	throw credentialsError(asked.email);
}
