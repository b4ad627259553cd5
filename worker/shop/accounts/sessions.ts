import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { deleteSession, lastUsedAt } from "#worker/auth/sessions.ts";
import { retry } from "#worker/db/retry.ts";
import { sessions } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";

const { device, country, createdAt, expiresAt } = sessions;

/** Lists the account's active sessions, newest first. `lastUsedAt` is up to an hour old. @throws ShopError 401 */
export async function listSessions(shop: ShopContext) {
	const account = requireAccount(shop);
	const rows = await shop.db
		.select({ id: sessions.id, device, country, createdAt, expiresAt, lastUsedAt })
		.from(sessions)
		.where(and(eq(sessions.userId, account.id), gt(expiresAt, new Date())))
		// Matches the index on the account, so that no sort is needed.
		.orderBy(desc(sql`${sessions}.rowid`));
	return rows.map((row) => ({ ...row, isCurrent: row.id === shop.visitor.sessionId }));
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

/**
 * Ends a session and its bearer tokens.
 * @returns 1, the number of ended sessions
 * @throws ShopError 401, 404 if the session has ended or is another account's
 */
export async function endSession(shop: ShopContext, sessionId: string): Promise<number> {
	const account = requireAccount(shop);
	const isOwn = and(eq(sessions.id, sessionId), eq(sessions.userId, account.id));
	if ((await shop.db.$count(sessions, isOwn)) === 0) throw new ShopError("session_not_found");
	await deleteSession(shop.db, sessionId);
	logSecurity(shop.visitor, { event: "session ended", user: account.id });
	return 1;
}

/** Selects the account's sessions except the current one. */
export const isOtherSession = ({ visitor }: ShopContext, account: Account) =>
	and(eq(sessions.userId, account.id), ne(sessions.id, visitor.sessionId ?? ""));

/**
 * Ends every session of the account except the current one.
 * @returns the number of ended sessions
 * @throws ShopError 401
 */
export async function endOtherSessions(shop: ShopContext): Promise<number> {
	const account = requireAccount(shop);
	const { db } = shop;
	const isOther = isOtherSession(shop, account);
	const count = await db.$count(sessions, isOther);
	await retry(() => db.delete(sessions).where(isOther));
	logSecurity(shop.visitor, { event: "other sessions ended", user: account.id });
	return count;
}
