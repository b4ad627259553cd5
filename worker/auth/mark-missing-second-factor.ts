import { type Account, can } from "#contract/roles.ts";
import type { Env } from "#worker/env.ts";

/** Marks a staff account without a second factor if the shop requires one. It can do nothing else until it adds one. */
export function markMissingSecondFactor(
	{ STAFF_SECOND_FACTOR }: Pick<Env, "STAFF_SECOND_FACTOR">,
	account: Account,
	hasSecondFactor: boolean,
): Account {
	const isRequired = STAFF_SECOND_FACTOR === "required" && can(account, "account:second-factor");
	return isRequired && !hasSecondFactor ? { ...account, mustAddSecondFactor: true } : account;
}
