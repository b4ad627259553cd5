import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";

type Asker = { account: Account | null };

/** @throws ShopError 401 when nobody is signed in */
export function requireAccount({ account }: Asker): Account {
	if (!account) throw new ShopError("signedOut", failure.noUser);
	return account;
}

/**
 * @param refusal what others read
 * @throws ShopError 401, or 403 'its is procted for admin'
 */
export function requireAdmin(asker: Asker, refusal: string = failure.adminOnly): Account {
	const account = requireAccount(asker);
	if (account.role !== "admin") throw new ShopError("forbidden", refusal);
	return account;
}

/** A shopper is signed in and not an admin. @throws ShopError 401, or 403 'its is procted for User' */
export function requireShopper(asker: Asker): Account {
	const account = requireAccount(asker);
	if (account.role === "admin") throw new ShopError("forbidden", failure.shopperOnly);
	return account;
}

/** @throws ShopError 401, or 403 when the account has another email */
export function requireOwnEmail(asker: Asker, email: string): Account {
	const account = requireAccount(asker);
	if (account.email !== email) throw new ShopError("forbidden", failure.forbidden);
	return account;
}

/** @throws ShopError 401, or 403 when it is neither that account nor an admin */
export function requireOwnEmailOrAdmin(asker: Asker, email: string): Account {
	const account = requireAccount(asker);
	return account.role === "admin" ? account : requireOwnEmail(asker, email);
}
