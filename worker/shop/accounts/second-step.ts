import { and, eq, exists, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { accountColumns, hasSecondFactor } from "#worker/auth/account-columns.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { openSecret } from "#worker/auth/sealed-secret.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { findStep } from "#worker/auth/totp.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry } from "#worker/db/retry.ts";
import { recoveryCodes, secondFactors, signInChallenges, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";

/* The second step of a sign-in (docs/decisions/second-factor.md). Between the steps, the visitor has a challenge and no session. */

const challengeMs = 10 * 60 * 1000;
/** After this many wrong codes, the first step must be repeated. */
const maxAttempts = 5;
/** Per account during the lifetime of a challenge. Unlike a rate limit, it applies across all Cloudflare locations. */
const maxAttemptsPerAccount = 20;

export const needsSecondStep = async ({ db }: ShopContext, { id }: Account): Promise<boolean> =>
	(await db.$count(
		secondFactors,
		and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt)),
	)) > 0;

export type Challenge = { token: string; expiresAt: Date };

/**
 * @param condition - must be true of the account's row in `users`
 * @throws ShopError 401 if the condition no longer holds
 */
export async function createSignInChallenge(
	shop: ShopContext,
	account: Account,
	method: string,
	condition: SQL,
): Promise<Challenge> {
	const { db } = shop;
	const token = createToken();
	const id = await hashToken(token);
	const expiresAt = new Date(Date.now() + challengeMs);
	const challenge = { id, userId: account.id, method, expiresAt };
	const isAllowed = and(eq(users.id, account.id), condition, hasSecondFactor);
	const created = await write(shop, {
		statements: [
			insertSelect(db, signInChallenges, challenge, users, isAllowed).onConflictDoNothing(),
		],
		confirmWrite: db
			.select({ id: signInChallenges.id })
			.from(signInChallenges)
			.where(eq(signInChallenges.id, id)),
	});
	if (!created) throw new ShopError("invalid_credentials");
	return { token, expiresAt };
}

/** Returns null if the challenge is unknown, used or expired. */
async function findChallenge({ db }: ShopContext, token: string | undefined) {
	const row = await db
		.select({
			challenge: {
				id: sql<string>`${signInChallenges.id}`.as("challenge_id"),
				method: signInChallenges.method,
			},
			account: accountColumns,
			factor: { secret: secondFactors.secret, lastStep: secondFactors.lastStep },
		})
		.from(signInChallenges)
		.innerJoin(users, eq(users.id, signInChallenges.userId))
		.innerJoin(secondFactors, eq(secondFactors.userId, users.id))
		.where(
			and(
				eq(signInChallenges.id, await hashToken(token ?? "")),
				gt(signInChallenges.expiresAt, new Date()),
				lt(signInChallenges.tries, maxAttempts),
				isNotNull(secondFactors.confirmedAt),
			),
		)
		.get();
	return row ?? null;
}

/** Returns the account whose sign-in is waiting for a code; null if there is none. */
export const getPendingSignIn = async (shop: ShopContext, token: string | undefined) =>
	(await findChallenge(shop, token))?.account ?? null;

/** Removes spaces and dashes, because people copy them with the code. */
const normalizeCode = (code: string): string => code.replace(/[\s-]+/g, "").toLowerCase();

export const hashRecoveryCode = (code: string): Promise<string> => hashToken(normalizeCode(code));

type Factor = { userId: string; secret: string; lastStep: number };

/** Checks a code from the app or a recovery code. Returns null if it is wrong or was used. */
export async function checkCode(shop: ShopContext, factor: Factor, input: string) {
	const { db, env } = shop;
	const code = normalizeCode(input);
	if (/^\d{6}$/.test(code)) {
		const step = await findStep(await openSecret(env, factor.secret, factor.userId), code);
		if (step === null || step <= factor.lastStep) return null;
		const isOwn = eq(secondFactors.userId, factor.userId);
		const isStepUnused = and(isOwn, lt(secondFactors.lastStep, step));
		return {
			isUnused: exists(db.select({ one: sql`1` }).from(secondFactors).where(isStepUnused)),
			createConsumeStatements: (condition: SQL) => [
				db.update(secondFactors).set({ lastStep: step }).where(and(isStepUnused, condition)),
			],
		};
	}
	const hash = await hashRecoveryCode(code);
	const isStored = and(eq(recoveryCodes.hash, hash), eq(recoveryCodes.userId, factor.userId));
	if ((await db.$count(recoveryCodes, isStored)) === 0) return null;
	return {
		isUnused: exists(db.select({ one: sql`1` }).from(recoveryCodes).where(isStored)),
		createConsumeStatements: (condition: SQL) => [
			db.delete(recoveryCodes).where(and(isStored, condition)),
		],
	};
}

const hasAttemptsLeft = (userId: string) =>
	sql`(select coalesce(sum(other.tries), 0) from ${signInChallenges} as other where other.user_id = ${userId} and other.expires_at > ${Date.now()}) < ${maxAttemptsPerAccount}`;

/**
 * Counts an attempt to confirm an identity by code toward the limit of sign-in codes. To do so, it inserts a challenge whose token nobody has.
 * @throws ShopError 429 if no attempt is left
 */
export async function countConfirmationAttempt(
	{ db }: ShopContext,
	{ id: userId }: Account,
): Promise<void> {
	const id = await hashToken(createToken());
	const expiresAt = new Date(Date.now() + challengeMs);
	const row = { id, userId, method: "confirmation", tries: 1, expiresAt };
	const isAllowed = and(eq(users.id, userId), hasAttemptsLeft(userId));
	const isCounted = eq(signInChallenges.id, id);
	await retry(() =>
		insertSelect(db, signInChallenges, row, users, isAllowed).onConflictDoNothing(),
	);
	if ((await db.$count(signInChallenges, isCounted)) === 0) throw new ShopError("rate_limited");
}

/**
 * Must run before the code is checked, so that concurrent requests get no extra attempts.
 * @throws ShopError 401 or 429 if no attempt is left
 */
async function countAttempt(shop: ShopContext, id: string, userId: string): Promise<void> {
	const { db } = shop;
	const isOpen = and(eq(signInChallenges.id, id), lt(signInChallenges.tries, maxAttempts));
	const [counted] = await retry(() =>
		db
			.update(signInChallenges)
			.set({ tries: sql`${signInChallenges.tries} + 1` })
			.where(and(isOpen, hasAttemptsLeft(userId)))
			.returning({ id: signInChallenges.id }),
	);
	if (counted) return;
	const hasChallengeAttempts = (await db.$count(signInChallenges, isOpen)) > 0;
	throw new ShopError(hasChallengeAttempts ? "rate_limited" : "sign_in_expired");
}

/**
 * Creates the session. The same transaction uses up the code and the challenge.
 * @param code - from the app, or a recovery code
 * @throws ShopError 400 wrong or used code, 401 if the first step must be repeated, 429, 503
 */
export async function completeSignIn(shop: ShopContext, token: string | undefined, code: string) {
	const { db, env, visitor } = shop;
	await enforceRateLimit(env, "loginNetwork", visitor.network);
	const pending = await findChallenge(shop, token);
	if (!pending) throw new ShopError("sign_in_expired");
	const { account, challenge, factor } = pending;
	await enforceRateLimit(env, "secondFactor", account.id);
	await countAttempt(shop, challenge.id, account.id);
	const checkedCode = await checkCode(shop, { ...factor, userId: account.id }, code);
	const isPending = eq(signInChallenges.id, challenge.id);
	const session =
		checkedCode &&
		(await createSession(db, account.id, {
			condition: and(
				checkedCode.isUnused,
				exists(db.select({ one: sql`1` }).from(signInChallenges).where(isPending)),
			),
			previousSessionId: visitor.sessionId,
			device: visitor.device,
			country: visitor.country,
			createStatements: (isCreated) => [
				...checkedCode.createConsumeStatements(isCreated),
				db.delete(signInChallenges).where(and(isPending, isCreated)),
			],
		}).catch((error: unknown) => {
			const isUsed = error instanceof ShopError && error.status === 401;
			if (!isUsed) throw error;
			return null;
		}));
	if (!session) {
		logSecurity(visitor, { event: "sign-in rejected", user: account.id, about: "second factor" });
		throw fieldError("code", invalid.code);
	}
	logSecurity(visitor, { event: "signed in", user: account.id, about: challenge.method });
	return { account, token: session.token, expiresAt: session.expiresAt };
}
