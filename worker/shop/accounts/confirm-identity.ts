import { and, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { fieldError, ShopError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import type { PasskeyAssertion } from "#contract/schemas/passkeys.ts";
import {
	type ConfirmMethod,
	type SensitiveAction,
	sensitiveActions,
} from "#contract/sensitive-actions.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { passkeys, secondFactors, sessions } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";
import { checkPasskey } from "./passkey-proof.ts";
import { hasPassword, hasRecentSignIn, reauthenticate } from "./reauthenticate.ts";
import { checkCode, countConfirmationAttempt } from "./second-step.ts";

/** @throws ShopError 403 unless the user signed in, or confirmed their identity, in the last fifteen minutes */
export function requireRecentSignIn(shop: ShopContext, action: SensitiveAction): void {
	if (hasRecentSignIn(shop)) return;
	throw new ShopError("confirmation_required", { action: sensitiveActions[action] });
}

const findConfirmedFactor = async ({ db }: ShopContext, userId: string) =>
	(await db
		.select()
		.from(secondFactors)
		.where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
		.get()) ?? null;

/** Returns how the user confirms their identity, and whether they can use a passkey instead. @throws ShopError 401 */
export async function getConfirmMethod(shop: ShopContext) {
	const account = requireAccount(shop);
	const [factor, canUsePassword, passkeyCount] = await Promise.all([
		findConfirmedFactor(shop, account.id),
		hasPassword(shop, account),
		shop.db.$count(passkeys, eq(passkeys.userId, account.id)),
	]);
	const method: ConfirmMethod = factor ? "code" : canUsePassword ? "password" : "google";
	return { method, hasPasskey: passkeyCount > 0 };
}

/** A code or a signed passkey challenge, either of which works only once. */
type OneTimeProof = {
	isUnused: SQL;
	createConsumeStatements: (condition: SQL) => BatchItem<"sqlite">[];
};

/**
 * Marks the session as confirmed.
 * @returns when it was confirmed; null if the code or challenge was already used
 */
async function markConfirmed(shop: ShopContext, proof: OneTimeProof | null): Promise<Date | null> {
	const { db, visitor } = shop;
	const confirmedAt = new Date();
	const isCurrent = eq(sessions.id, visitor.sessionId ?? "");
	const isMarked = and(isCurrent, eq(sessions.confirmedAt, confirmedAt));
	const markedSession = db.select({ one: sql`1` }).from(sessions).where(isMarked);
	const written = await write(shop, {
		statements: [
			db.update(sessions).set({ confirmedAt }).where(and(isCurrent, proof?.isUnused)),
			...(proof?.createConsumeStatements(exists(markedSession)) ?? []),
		],
		confirmWrite: db.select({ id: sessions.id }).from(sessions).where(isMarked),
	});
	return written && confirmedAt;
}

/** A code if the account has a second factor, otherwise a password. A passkey works in place of either. */
type SubmittedProof = { code: string } | { password: string } | { passkey: PasskeyAssertion };

const withAuthenticatedAt = (shop: ShopContext, authenticatedAt: Date): ShopContext => ({
	...shop,
	visitor: { ...shop.visitor, authenticatedAt },
});

async function confirmWithPasskey(
	shop: ShopContext,
	passkey: PasskeyAssertion,
): Promise<ShopContext> {
	await enforceRateLimit(shop.env, "loginNetwork", shop.visitor.network);
	const confirmedAt = await markConfirmed(shop, await checkPasskey(shop, passkey));
	if (!confirmedAt) throw new ShopError("passkey_expired");
	return withAuthenticatedAt(shop, confirmedAt);
}

/**
 * Confirms that the account's owner is at the keyboard.
 * @returns the context of the confirmed session
 * @throws ShopError 400 wrong code, password or passkey, 401, 403 if the account has no password, second factor or passkey, 429, 503
 */
export async function confirmIdentity(
	shop: ShopContext,
	proof: SubmittedProof,
): Promise<ShopContext> {
	const account = requireAccount(shop);
	if ("passkey" in proof) return confirmWithPasskey(shop, proof.passkey);
	const factor = await findConfirmedFactor(shop, account.id);
	let code: OneTimeProof | null = null;
	if (factor) {
		await enforceRateLimit(shop.env, "secondFactor", account.id);
		await countConfirmationAttempt(shop, account);
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
	return withAuthenticatedAt(shop, authenticatedAt);
}
