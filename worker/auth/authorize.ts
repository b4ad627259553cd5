import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import { type Access, errorWithout, partsOf } from "#contract/permissions.ts";
import { type Account, type Capability, can } from "#contract/roles.ts";

/** Who makes a request: an account, or a visitor without one. */
type Principal = { account: Account | null };

/** @throws ShopError 401 */
export function requireAccount({ account }: Principal): Account {
	if (!account) throw new ShopError("unauthenticated");
	return account;
}

/**
 * @param code of the error that accounts without the capability read
 * @throws ShopError 401, or 403 'its is procted for admin' or 'its is procted for User'
 */
export function requireCapability(
	principal: Principal,
	capability: Capability,
	code: PlainErrorCode = errorWithout(capability),
): Account {
	const account = requireAccount(principal);
	if (!can(account, capability)) throw new ShopError(code);
	return account;
}

/**
 * @param otherwise the capability that lets other accounts pass
 * @throws ShopError 401, or 403 when the account has another email
 */
export function requireOwnEmail(
	principal: Principal,
	email: string,
	otherwise?: Capability,
): Account {
	const account = requireAccount(principal);
	const isAllowed = account.email === email || (otherwise && can(account, otherwise));
	if (!isAllowed) throw new ShopError("forbidden");
	return account;
}

/**
 * Checks a page or a call before it runs. Whose order it is, the use case decides, which has to read it.
 * @param email that the path names; "" when it names none
 * @throws ShopError 401, 403
 */
export function authorize(
	access: Access,
	principal: Principal,
	email = "",
	code?: PlainErrorCode,
): void {
	const { isOpen, owner, capability } = partsOf(access);
	if (isOpen) return;
	if (owner === "self") requireOwnEmail(principal, email, capability);
	else if (capability && !owner) requireCapability(principal, capability, code);
	else requireAccount(principal);
}
