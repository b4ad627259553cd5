import { type Account, can } from "#contract/roles.ts";
import type { Env } from "#worker/env.ts";

/** Marks a staff account that has no second factor although the shop requires one. Until it adds one, it can do nothing else. */
export function markMissingSecondFactor(
	{ STAFF_SECOND_FACTOR }: Pick<Env, "STAFF_SECOND_FACTOR">,
	account: Account,
	hasSecondFactor: boolean,
): Account {
	const isRequired = STAFF_SECOND_FACTOR === "required" && can(account, "account:second-factor");
	return isRequired && !hasSecondFactor ? { ...account, mustAddSecondFactor: true } : account;
}
