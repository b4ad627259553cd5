import { and, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { required } from "#contract/messages.ts";
import { type Account, can, rolesWith } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { verifyPassword } from "#worker/auth/passwords.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { orders, sessions, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { eraseAccount } from "./erase.ts";
import { cancelUnpaid } from "./takeover.ts";

/** How long a sign-in counts as recent, for accounts that have no password to ask for. */
const recentMs = 15 * 60 * 1000;

/** @returns null where the account has none, undefined where the account is gone by now */
const readHash = async ({ db }: Shop, { id }: Account): Promise<string | null | undefined> =>
	(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;

export const hasPassword = async (shop: Shop, account: Account): Promise<boolean> =>
	typeof (await readHash(shop, account)) === "string";

async function isRecent({ db, visitor }: Shop): Promise<boolean> {
	const since = new Date(Date.now() - recentMs);
	const own = eq(sessions.id, visitor.sessionId ?? "");
	return (await db.$count(sessions, and(own, gt(sessions.createdAt, since)))) > 0;
}

/**
 * Before a destructive action (OWASP ASVS 7.5.3): by the password, or, where there is none, by a recent sign-in. Counted as attempts to
 * log in. An account that is gone by now passes.
 * @throws ShopError 400 wrong password, 403 the sign-in is too long ago, 429
 */
export async function reauthenticate(shop: Shop, account: Account, password: string) {
	await enforceRateLimit(shop.env, "loginAccount", account.email);
	const hash = await readHash(shop, account);
	if (hash === undefined) return;
	if (hash === null) {
		if (await isRecent(shop)) return;
		throw new ShopError("recent_sign_in_required");
	}
	if (password === "") throw fieldError("password", required.password);
	if (await verifyPassword(password, hash)) return;
	logSecurity(shop.visitor, { event: "deletion refused", user: account.id, about: "password" });
	throw new ShopError("wrong_password");
}

/** How often somebody may order while their account is being deleted, before it is refused. */
const maxAttempts = 20;

/** @returns whether the account is gone: not where an order is unpaid (again), or its role is no longer one that may */
async function erase(shop: Shop, { id }: Account): Promise<boolean> {
	const { db } = shop;
	const own = db.select({ id: users.id }).from(users).where(eq(users.id, id));
	const unpaid = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, id), eq(orders.state, "unpaid")));
	const mayDelete = inArray(users.role, rolesWith("account:delete"));
	const { statements, tags } = eraseAccount(
		db,
		and(eq(users.id, id), mayDelete, notExists(unpaid)),
	);
	const done = db.select({ tags }).from(sql`(select 1)`).where(notExists(own));
	return (await write(shop, { statements, done, tags: (row) => row.tags })) !== null;
}

/**
 * Deletes the account that is signed in. Unpaid orders are cancelled first, their pieces go back. If that fails half
 * way the account stands, with fewer unpaid orders, and it can be asked for again. Asked twice at once, both find it done.
 * @param password "" where the account has none
 * @throws ShopError 400 wrong password, 401, 403 for admins or when the sign-in is too long ago, 409 while a payment is
 * processed, 429, 503
 */
export async function deleteOwnAccount(shop: Shop, password: string): Promise<void> {
	const account = requireAccount(shop);
	if (!can(account, "account:delete")) throw new ShopError("self_deletion");
	await reauthenticate(shop, account, password);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		await cancelUnpaid(shop, account);
		if (!(await erase(shop, account))) continue;
		logSecurity(shop.visitor, { event: "account deleted", user: account.id });
		return;
	}
	throw new ShopError("account_busy");
}
