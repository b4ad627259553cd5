import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type ConfirmedAct, type ConfirmMethod, confirmedActs } from "#contract/confirmed-acts.ts";
import { fieldError, ShopError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { secondFactors, sessions } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";
import { hasPassword, reauthenticate, recentSignInMs } from "./reauthenticate.ts";
import { checkCode } from "./second-step.ts";

/** @throws ShopError 403, unless the sign-in of the session, or its last confirmation, was in the last fifteen minutes */
export function requireRecentSignIn({ visitor }: Shop, act: ConfirmedAct): void {
	const { authenticatedAt } = visitor;
	if (authenticatedAt && authenticatedAt.getTime() > Date.now() - recentSignInMs) return;
	throw new ShopError("confirmation_required", { act: confirmedActs[act] });
}

const findFactor = async ({ db }: Shop, userId: string) =>
	(await db
		.select()
		.from(secondFactors)
		.where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
		.get()) ?? null;

/** @throws ShopError 401 */
export async function getConfirmMethod(shop: Shop): Promise<ConfirmMethod> {
	const account = requireAccount(shop);
	if (await findFactor(shop, account.id)) return "code";
	return (await hasPassword(shop, account)) ? "password" : "google";
}

type Code = { isUnused: SQL; use: (isUsed: SQL) => BatchItem<"sqlite"> };

/** @returns whether the code was still unused */
async function markConfirmed(shop: Shop, code: Code | null): Promise<Date | null> {
	const { db, visitor } = shop;
	const confirmedAt = new Date();
	const isCurrent = eq(sessions.id, visitor.sessionId ?? "");
	const isMarked = and(isCurrent, eq(sessions.confirmedAt, confirmedAt));
	const marked = db.select({ one: sql`1` }).from(sessions).where(isMarked);
	const written = await write(shop, {
		statements: [
			db.update(sessions).set({ confirmedAt }).where(and(isCurrent, code?.isUnused)),
			...(code ? [code.use(exists(marked))] : []),
		],
		findWritten: db.select({ id: sessions.id }).from(sessions).where(isMarked),
	});
	return written && confirmedAt;
}

/** What an account with a second factor, and any other, confirms with. */
type Proof = { code: string } | { password: string };

/**
 * Confirms that the account's owner is at the keyboard. @returns the context of the confirmed session
 * @throws ShopError 400 wrong code or password, 401, 403 if there is neither, 429, 503
 */
export async function confirmIdentity(shop: Shop, proof: Proof): Promise<Shop> {
	const account = requireAccount(shop);
	const factor = await findFactor(shop, account.id);
	let code: Code | null = null;
	if (factor) {
		await enforceRateLimit(shop.env, "secondFactor", account.id);
		code = await checkCode(shop, factor, "code" in proof ? proof.code : "");
	} else {
		await reauthenticate(shop, account, "password" in proof ? proof.password : "");
	}
	const authenticatedAt = factor && !code ? null : await markConfirmed(shop, code);
	if (!authenticatedAt) {
		const event = "re-authentication rejected";
		logSecurity(shop.visitor, { event, user: account.id, about: "second factor" });
		throw fieldError("code", invalid.code);
	}
	return { ...shop, visitor: { ...shop.visitor, authenticatedAt } };
}
