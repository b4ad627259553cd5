import { type Account, can } from "#contract/roles.ts";
import type { Env } from "#worker/env.ts";

/** Marks an account that must add a second factor before it does anything else: staff, where the shop requires it. */
export function markMissingSecondFactor(
	{ STAFF_SECOND_FACTOR }: Pick<Env, "STAFF_SECOND_FACTOR">,
	account: Account,
	hasSecondFactor: boolean,
): Account {
	const isRequired = STAFF_SECOND_FACTOR === "required" && can(account, "account:second-factor");
	return isRequired && !hasSecondFactor ? { ...account, mustAddSecondFactor: true } : account;
}
