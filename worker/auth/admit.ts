import type { PlainErrorCode } from "#contract/errors.ts";
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

type Guard = (asker: Asker, email: string, code?: PlainErrorCode) => unknown;

const guards: Record<Who, Guard> = {
	anyone: () => undefined,
	stripe: () => undefined,
	signedIn: requireAccount,
	owner: requireAccount,
	ownerOrAdmin: requireAccount,
	shopper: requireShopper,
	admin: (asker, _, code) => requireAdmin(asker, code),
	self: requireOwnEmail,
	selfOrAdmin: requireOwnEmailOrAdmin,
};

/**
 * Refuses at the door, for pages and calls alike; what needs the database (whose order it is) the shop decides.
 * @param who from contract/permissions.ts
 * @param email that the path names; "" when it names none
 * @param code of the error that those read who are no admin, where it is not the usual
 * @throws ShopError 401, 403
 */
export function admit(who: Who, asker: Asker, email = "", code?: PlainErrorCode): void {
	guards[who](asker, email, code);
}
