import { type PlainErrorCode, ShopError } from "#contract/errors.ts";
import { type Access, getPermissionError, parseAccess } from "#contract/permissions.ts";
import { type Account, type Capability, can } from "#contract/roles.ts";

type Principal = { account: Account | null };

/** @throws ShopError 401 */
export function requireAccount({ account }: Principal): Account {
	if (!account) throw new ShopError("unauthenticated");
	return account;
}

/** @throws ShopError 401, `code` if the account lacks the capability, or 403 if it must add a second factor first */
export function requireCapability(
	principal: Principal,
	capability: Capability,
	code: PlainErrorCode = getPermissionError(capability),
): Account {
	const account = requireAccount(principal);
	if (can(account, capability)) return account;
	const isRoleAllowed = can({ role: account.role }, capability);
	throw new ShopError(isRoleAllowed ? "second_factor_setup_required" : code);
}

/** @throws ShopError 401, or 403 if the account has another email and lacks the capability `overrideCapability` */
export function requireOwnEmail(
	principal: Principal,
	email: string,
	overrideCapability?: Capability,
) {
	const account = requireAccount(principal);
	const isAllowed =
		account.email === email || (overrideCapability && can(account, overrideCapability));
	if (!isAllowed) throw new ShopError("forbidden");
	return account;
}

/**
 * Does not check who owns an order, because the use case does.
 * @param email - from the path; "" if the path has none
 * @throws ShopError 401, 403
 */
export function authorize(access: Access, principal: Principal, email = "", code?: PlainErrorCode) {
	const { isOpen, owner, capability } = parseAccess(access);
	if (isOpen) return;
	const isSecondFactorSetup = capability === "account:second-factor";
	if (principal.account?.mustAddSecondFactor && !isSecondFactorSetup) {
		throw new ShopError("second_factor_setup_required");
	}
	if (owner === "self") requireOwnEmail(principal, email, capability);
	else if (capability && !owner) requireCapability(principal, capability, code);
	else requireAccount(principal);
}
