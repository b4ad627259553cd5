import type { Account } from "#contract/roles.ts";
import type { Who } from "#contract/who.ts";
import {
	requireAccount,
	requireAdmin,
	requireOwnEmail,
	requireOwnEmailOrAdmin,
	requireShopper,
} from "./guards.ts";

type Asker = { account: Account | null };

type Guard = (asker: Asker, email: string, refusal?: string) => unknown;

const guards: Record<Who, Guard> = {
	anyone: () => undefined,
	stripe: () => undefined,
	signedIn: requireAccount,
	owner: requireAccount,
	ownerOrAdmin: requireAccount,
	shopper: requireShopper,
	admin: (asker, _, refusal) => requireAdmin(asker, refusal),
	self: requireOwnEmail,
	selfOrAdmin: requireOwnEmailOrAdmin,
};

/**
 * Refuses at the door, for pages and calls alike; what needs the database (whose order it is) the shop decides.
 * @param who from contract/permissions.ts
 * @param email that the path names; "" when it names none
 * @param refusal what those read who are no admin, where it is not the usual
 * @throws ShopError 401, 403
 */
export function admit(who: Who, asker: Asker, email = "", refusal?: string): void {
	guards[who](asker, email, refusal);
}
