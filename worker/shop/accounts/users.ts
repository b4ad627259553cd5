import { and, eq, inArray, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type Account, rolesWith } from "#contract/roles.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { retry, retryWrite } from "#worker/db/retry.ts";
import { sessions, users } from "#worker/db/schema.ts";
import { auditLine, type Doer } from "../audit.ts";
import { reviewTags } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { forgetCustomer } from "../orders/forget.ts";
import { forgetAuthor, keepReviewTags } from "../reviews/author.ts";
import { forgetInAudit } from "./audit-names.ts";

const isKnown = async ({ db }: Shop, email: string): Promise<boolean> =>
	(await db.$count(users, eq(users.email, email))) > 0;

/** @throws ShopError 404 */
async function requireUser(shop: Shop, email: string): Promise<void> {
	if (!(await isKnown(shop, email))) throw new ShopError("user_not_found");
}

const userLine = (
	shop: Pick<Shop, "db">,
	asker: Doer,
	action: "admin-made" | "user-deleted",
	where: SQL | undefined,
) =>
	auditLine(shop, asker, {
		action,
		table: users,
		where,
		subjectId: users.id,
		subject: users.email,
	});

/**
 * The statements that make a shopper an admin, for one transaction: the line of the audit log, the end of their
 * sessions (a role never changes under a live session), and the role, which answers with the id. An admin stays one.
 */
export function promotion({ db }: Pick<Shop, "db">, asker: Doer, email: string) {
	const promoted = and(eq(users.email, email), ne(users.role, "admin"));
	const account = db.select({ id: users.id }).from(users).where(promoted);
	return [
		userLine({ db }, asker, "admin-made", promoted),
		db.delete(sessions).where(inArray(sessions.userId, account)),
		db.update(users).set({ role: "admin" }).where(promoted).returning({ id: users.id }),
	] as const;
}

/**
 * Makes a shopper an admin and ends their sessions.
 * @returns how many users changed: 1 or 0
 * @throws ShopError 401, 403 'failed to make an admin', 404
 */
export async function makeAdmin(shop: Shop, email: string): Promise<number> {
	const asker = requireCapability(shop, "users:manage", "admin_grant_forbidden");
	const statements = promotion(shop, asker, email);
	const [, , changed] = await retry(() => shop.db.batch(statements));
	for (const { id } of changed) {
		logSecurity(shop.visitor, { event: "admin made", user: asker.id, about: id });
	}
	if (changed.length === 0) await requireUser(shop, email);
	return changed.length;
}

const managers = rolesWith("users:manage");

/** Holds while the statement runs: the asker may still manage users, and another account that may remains. */
const adminRemains = (asker: Account) => [
	sql`exists (select 1 from ${users} as asker where asker.id = ${asker.id} and ${inArray(sql`asker.role`, managers)})`,
	or(
		notInArray(users.role, managers),
		sql`(select count(*) from ${users} as manager where ${inArray(sql`manager.role`, managers)}) > 1`,
	),
];

/**
 * Ends an account, with its sessions; its orders stay, its reviews and the audit log without its name (architecture.md "Deleting"). Who may is decided
 * inside the statement, so that two admins who delete each other at once leave one.
 * @returns how many users went: 1
 * @throws ShopError 401, 403 oneself, 404, 409 the last admin
 */
export async function deleteUser(shop: Shop, email: string): Promise<number> {
	const asker = requireCapability(shop, "users:manage");
	if (asker.email === email) throw new ShopError("self_deletion");
	const removable = and(eq(users.email, email), ne(users.id, asker.id), ...adminRemains(asker));
	const line = userLine(shop, asker, "user-deleted", removable);
	const remove = () =>
		shop.db.batch([
			line,
			forgetInAudit(shop, removable),
			keepReviewTags(shop, removable),
			forgetAuthor(shop, removable),
			forgetCustomer(shop, removable),
			shop.db.delete(users).where(removable).returning({ id: users.id }),
		]);
	const { result, again } = await retryWrite(remove);
	const [, , , reviewed, , gone] = result;
	for (const { id } of gone) {
		logSecurity(shop.visitor, { event: "user deleted", user: asker.id, about: id });
	}
	const tools = reviewed.flatMap(({ productId }) => productId ?? []);
	if (gone.length > 0 || again) {
		shop.purge(reviewTags(tools));
	}
	if (gone.length > 0) return gone.length;
	if (again && !(await isKnown(shop, email))) {
		logSecurity(shop.visitor, { event: "user deleted", user: asker.id });
		return 1;
	}
	await requireUser(shop, email);
	throw new ShopError("last_admin");
}
