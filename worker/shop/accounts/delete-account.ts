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
import { cancelUnpaidOrders } from "./takeover.ts";

const recentSignInMs = 15 * 60 * 1000;

/** Returns null if the account has no password, undefined if the account no longer exists. */
const readHash = async ({ db }: Shop, { id }: Account) =>
	(await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)).get())?.hash;

export const hasPassword = async (shop: Shop, account: Account): Promise<boolean> =>
	typeof (await readHash(shop, account)) === "string";

async function hasSignedInRecently({ db, visitor }: Shop): Promise<boolean> {
	const since = new Date(Date.now() - recentSignInMs);
	const isCurrent = eq(sessions.id, visitor.sessionId ?? "");
	return (await db.$count(sessions, and(isCurrent, gt(sessions.createdAt, since)))) > 0;
}

/** Passes if the account no longer exists, so that two concurrent deletions both succeed (OWASP ASVS 7.5.3). */
export async function reauthenticate(shop: Shop, account: Account, password: string) {
	await enforceRateLimit(shop.env, "loginAccount", account.email);
	const hash = await readHash(shop, account);
	if (hash === undefined) return;
	if (hash === null) {
		if (await hasSignedInRecently(shop)) return;
		throw new ShopError("recent_sign_in_required");
	}
	if (password === "") throw fieldError("password", required.password);
	if (await verifyPassword(password, hash)) return;
	logSecurity(shop.visitor, { event: "deletion rejected", user: account.id, about: "password" });
	throw new ShopError("wrong_password");
}

/** An order that is placed during the deletion makes another attempt necessary. */
const maxAttempts = 20;

/** Returns false if the account has a new unpaid order or a new role. */
async function erase(shop: Shop, { id }: Account): Promise<boolean> {
	const { db } = shop;
	const account = db.select({ id: users.id }).from(users).where(eq(users.id, id));
	const unpaid = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, id), eq(orders.state, "unpaid")));
	const mayDelete = inArray(users.role, rolesWith("account:delete"));
	const isDeletable = and(eq(users.id, id), mayDelete, notExists(unpaid));
	const { statements, tags } = eraseAccount(db, isDeletable);
	const findWritten = db.select({ tags }).from(sql`(select 1)`).where(notExists(account));
	return (await write(shop, { statements, findWritten, tags: (row) => row.tags })) !== null;
}

/**
 * If an order cannot be canceled, the account stays and the deletion can be repeated.
 * @throws ShopError 400 wrong password, 401, 403 for admins or if the sign-in is too long ago, 409 while a payment is processing, 429
 */
export async function deleteOwnAccount(shop: Shop, password: string): Promise<void> {
	const account = requireAccount(shop);
	if (!can(account, "account:delete")) throw new ShopError("self_deletion");
	await reauthenticate(shop, account, password);
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		await cancelUnpaidOrders(shop, account);
		if (!(await erase(shop, account))) continue;
		logSecurity(shop.visitor, { event: "account deleted", user: account.id });
		return;
	}
	throw new ShopError("account_busy");
}
