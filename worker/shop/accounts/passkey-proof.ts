import { and, eq, exists, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { passkeyChallengeMs } from "#contract/limits.ts";
import type { PasskeyAssertion } from "#contract/schemas/passkeys.ts";
import { accountColumns, hasSecondFactor } from "#worker/auth/account-columns.ts";
import { markMissingSecondFactor } from "#worker/auth/mark-missing-second-factor.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createSession } from "#worker/auth/sessions.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import {
	encodeBytes,
	getRelyingPartyId,
	readAssertion,
	verifySignature,
} from "#worker/auth/webauthn.ts";
import { retry } from "#worker/db/retry.ts";
import { passkeyChallenges, passkeys, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";

/* Challenges that a passkey signs to sign the user in or confirm their identity (docs/decisions/passkeys.md). */

/**
 * Creates a challenge of 32 letters and digits, which is also valid base64url, as browsers require.
 * @param userId - see `passkeyChallenges`
 */
export async function createPasskeyChallenge(
	{ db }: ShopContext,
	userId: string | null,
): Promise<string> {
	const challenge = createToken();
	const id = await hashToken(challenge);
	const expiresAt = new Date(Date.now() + passkeyChallengeMs);
	const row = { id, userId, expiresAt };
	await retry(() => db.insert(passkeyChallenges).values(row).onConflictDoNothing());
	return challenge;
}

/**
 * @param userId - see `passkeyChallenges`
 * @returns a condition that the challenge is neither used nor expired, and a function that creates the statement that uses it up
 */
export async function prepareChallengeUse(
	{ db }: ShopContext,
	challenge: string,
	userId: string | null,
) {
	const isChallenge = eq(passkeyChallenges.id, await hashToken(challenge));
	const { userId: owner, expiresAt } = passkeyChallenges;
	const hasOwner = userId === null ? isNull(owner) : eq(owner, userId);
	const where = and(isChallenge, hasOwner, gt(expiresAt, new Date()));
	return {
		isOpen: exists(db.select({ one: sql`1` }).from(passkeyChallenges).where(where)),
		createConsumeStatement: (condition: SQL) =>
			db.delete(passkeyChallenges).where(and(isChallenge, condition)),
	};
}

/** Returns the ID that authenticators store for the account, in place of its email. */
export const toUserHandle = (id: string): string => encodeBytes(new TextEncoder().encode(id));

/** Returns `PublicKeyCredentialRequestOptionsJSON` for any passkey of this shop. @throws ShopError 429 */
export async function getPasskeyOptions(shop: ShopContext) {
	await enforceRateLimit(shop.env, "passkeyOptions", shop.visitor.network);
	return {
		challenge: await createPasskeyChallenge(shop, null),
		rpId: getRelyingPartyId(shop.origin),
		timeout: passkeyChallengeMs,
		userVerification: "required" as const,
		allowCredentials: [],
	};
}

const { publicKey, algorithm, signCount, canSync } = passkeys;

async function readProof(shop: ShopContext, assertion: PasskeyAssertion) {
	const parsed = await readAssertion(assertion, shop.origin);
	if (!parsed) return null;
	const challenge = await prepareChallengeUse(shop, parsed.challenge, null);
	const row = await shop.db
		.select({
			passkey: { publicKey, algorithm, signCount, canSync },
			account: accountColumns,
			hasSecondFactor: hasSecondFactor.as("has_second_factor"),
			isChallengeOpen: sql`${challenge.isOpen}`.mapWith(Boolean).as("is_open"),
		})
		.from(passkeys)
		.innerJoin(users, eq(users.id, passkeys.userId))
		.where(eq(passkeys.id, assertion.id))
		.get();
	return row ? { ...row, parsed, challenge } : null;
}

type Proof = NonNullable<Awaited<ReturnType<typeof readProof>>>;

/** If the counter does not increase, the key has been copied. If it stays 0, the authenticator has no counter (WebAuthn 7.2). */
const isCounterValid = ({ parsed, passkey }: Proof) =>
	parsed.signCount > passkey.signCount || (parsed.signCount === 0 && passkey.signCount === 0);

/**
 * Verifies a signed challenge. The statement that relies on the result must require `isUnused`, and its transaction must also run
 * `createConsumeStatements`, which delete the challenge and store the counter.
 * @throws ShopError 400
 */
export async function checkPasskey(shop: ShopContext, assertion: PasskeyAssertion) {
	const proof = await readProof(shop, assertion);
	const isValid =
		proof !== null &&
		assertion.response.userHandle === toUserHandle(proof.account.id) &&
		(shop.account === null || shop.account.id === proof.account.id) &&
		proof.parsed.canSync === proof.passkey.canSync &&
		isCounterValid(proof) &&
		(await verifySignature(assertion, proof.passkey));
	if (!isValid) {
		const event = shop.account ? "re-authentication rejected" : "sign-in rejected";
		const user = proof?.account.id ?? null;
		logSecurity(shop.visitor, { event, user, about: "passkey" });
		throw new ShopError("passkey_rejected");
	}
	if (!proof.isChallengeOpen) throw new ShopError("passkey_expired");
	const { db } = shop;
	const { passkey, challenge, parsed } = proof;
	const account = markMissingSecondFactor(shop.env, proof.account, proof.hasSecondFactor);
	const isCurrent = and(
		eq(passkeys.id, assertion.id),
		eq(passkeys.publicKey, passkey.publicKey),
		or(eq(passkeys.signCount, 0), sql`${passkeys.signCount} < ${parsed.signCount}`),
	);
	const currentPasskey = db.select({ one: sql`1` }).from(passkeys).where(isCurrent);
	const changes = {
		signCount: parsed.signCount,
		isSynced: parsed.isSynced,
		lastUsedAt: new Date(),
	};
	return {
		account,
		isUnused: sql`${challenge.isOpen} and ${exists(currentPasskey)}`,
		createConsumeStatements: (condition: SQL) => [
			challenge.createConsumeStatement(condition),
			db.update(passkeys).set(changes).where(and(isCurrent, condition)),
		],
	};
}

/**
 * Needs no second step, because the user has the passkey and the authenticator has verified the user.
 * @throws ShopError 400 if the passkey is rejected or its challenge has expired, 429
 */
export async function signInWithPasskey(shop: ShopContext, assertion: PasskeyAssertion) {
	const { db, env, visitor } = shop;
	await enforceRateLimit(env, "loginNetwork", visitor.network);
	const { account, isUnused, createConsumeStatements } = await checkPasskey(
		{ ...shop, account: null },
		assertion,
	);
	const { device, country, sessionId: previousSessionId } = visitor;
	const options = {
		condition: isUnused,
		previousSessionId,
		device,
		country,
		createStatements: createConsumeStatements,
	};
	const session = await createSession(db, account.id, options).catch((error: unknown) => {
		const isUsed = error instanceof ShopError && error.status === 401;
		throw isUsed ? new ShopError("passkey_expired") : error;
	});
	logSecurity(visitor, { event: "signed in", user: account.id, about: "passkey" });
	return { account, token: session.token, expiresAt: session.expiresAt };
}
