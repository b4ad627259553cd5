import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";

type Asker = { account: Account | null };

/** @throws ShopError 401 when nobody is signed in */
export function requireAccount({ account }: Asker): Account {
	if (!account) throw new ShopError("unauthenticated");
	return account;
}

/**
 * @param code of the error that others read
 * @throws ShopError 401, or 403 'its is procted for admin'
 */
export function requireAdmin(asker: Asker, code: PlainErrorCode = "admin_only"): Account {
	const account = requireAccount(asker);
	if (account.role !== "admin") throw new ShopError(code);
	return account;
}

/** A shopper is signed in and not an admin. @throws ShopError 401, or 403 'its is procted for User' */
export function requireShopper(asker: Asker): Account {
	const account = requireAccount(asker);
	if (account.role === "admin") throw new ShopError("shopper_only");
	return account;
}

/** @throws ShopError 401, or 403 when the account has another email */
export function requireOwnEmail(asker: Asker, email: string): Account {
	const account = requireAccount(asker);
	if (account.email !== email) throw new ShopError("forbidden");
	return account;
}

/** @throws ShopError 401, or 403 when it is neither that account nor an admin */
export function requireOwnEmailOrAdmin(asker: Asker, email: string): Account {
	const account = requireAccount(asker);
	return account.role === "admin" ? account : requireOwnEmail(asker, email);
}
