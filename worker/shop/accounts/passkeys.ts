import { and, desc, eq, exists, isNotNull, or, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { passkeyChallengeMs, passkeysMax } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import type { NewPasskey } from "#contract/schemas/passkeys.ts";
import { shopName } from "#contract/shop.ts";
import { isVerified } from "#worker/auth/account-columns.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { checkNewPasskey, getRelyingPartyId, supportedAlgorithms } from "#worker/auth/webauthn.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry } from "#worker/db/retry.ts";
import { passkeys, sessions, users } from "#worker/db/schema.ts";
import { sendEmail } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import { writeEmail } from "../emails/write-email.ts";
import { logFailure } from "../errors.ts";
import { write } from "../write.ts";
import { requireRecentSignIn } from "./confirm-identity.ts";
import { createPasskeyChallenge, prepareChallengeUse, toUserHandle } from "./passkey-proof.ts";
import { isOtherSession } from "./sessions.ts";

const { id, userId, name, isSynced, createdAt, lastUsedAt } = passkeys;

/** Lists the account's passkeys, newest first. @throws ShopError 401 */
export async function listPasskeys(shop: ShopContext) {
	const account = requireAccount(shop);
	return (
		shop.db
			.select({ id, name, isSynced, createdAt, lastUsedAt })
			.from(passkeys)
			.where(eq(userId, account.id))
			// Matches the index on the account, so that no sort is needed.
			.orderBy(desc(sql`${passkeys}.rowid`))
	);
}

export type OwnPasskey = Awaited<ReturnType<typeof listPasskeys>>[number];

/** @throws ShopError 409 if the email is not verified or the account has `passkeysMax` passkeys */
async function requireMayAddPasskey({ db }: ShopContext, account: Account): Promise<void> {
	const owner = await db
		.select({
			isVerified: isVerified.as("is_verified"),
			passkeyCount: db.$count(passkeys, eq(userId, account.id)).as("passkey_count"),
		})
		.from(users)
		.where(eq(users.id, account.id))
		.get();
	// Otherwise somebody could sign up with another person's email and keep a passkey after that person takes over the account.
	if (!owner?.isVerified) throw new ShopError("passkey_needs_verified_email");
	if (owner.passkeyCount >= passkeysMax)
		throw new ShopError("too_many_passkeys", { max: passkeysMax });
}

/** Returns `PublicKeyCredentialCreationOptionsJSON`. @throws ShopError 401, 403 without a recent sign-in, 409, 429 */
export async function createRegistrationOptions(shop: ShopContext) {
	const account = requireAccount(shop);
	await enforceRateLimit(shop.env, "passkeyOptions", account.id);
	requireRecentSignIn(shop, "changePasskeys");
	await requireMayAddPasskey(shop, account);
	const ownPasskeys = await listPasskeys(shop);
	return {
		rp: { id: getRelyingPartyId(shop.origin), name: shopName },
		user: { id: toUserHandle(account.id), name: account.email, displayName: account.name },
		challenge: await createPasskeyChallenge(shop, account.id),
		pubKeyCredParams: supportedAlgorithms.map((alg) => ({ type: "public-key" as const, alg })),
		timeout: passkeyChallengeMs,
		excludeCredentials: ownPasskeys.map((passkey) => ({
			type: "public-key" as const,
			id: passkey.id,
		})),
		authenticatorSelection: {
			residentKey: "required" as const,
			requireResidentKey: true,
			userVerification: "required" as const,
		},
		attestation: "none" as const,
	};
}

const noticeTexts = {
	added: {
		subject: `A passkey was added to your account at ${shopName}`,
		heading: "A passkey was added.",
		text: "Anyone who has it can log in to your account.",
		note: "If this was not you, remove it at once, sign out everywhere, and choose a new password.",
	},
	removed: {
		subject: `A passkey was removed from your account at ${shopName}`,
		heading: "A passkey was removed.",
		text: "It no longer logs in to your account. All other devices were signed out.",
		note: "If this was not you, choose a new password at once.",
	},
};

function sendNotice(
	shop: ShopContext,
	to: string,
	passkeyName: string,
	change: keyof typeof noticeTexts,
) {
	const { env, origin, visitor } = shop;
	const { subject, heading, text, note } = noticeTexts[change];
	const email = writeEmail({
		to,
		subject,
		preheader: `${passkeyName}, by ${visitor.device}.`,
		heading,
		text,
		details: [
			["Passkey", passkeyName],
			["Changed with", visitor.device],
		],
		links: [
			{
				text: "Your passkeys",
				href: new URL("/dashbord/passkeys", origin).href,
				isButton: true,
			},
		],
		note,
	});
	shop.waitUntil(() => sendEmail(env, email).catch(logFailure("passkey")));
}

/**
 * Stores a new passkey, and uses up its challenge in the same transaction.
 * @param label - the name of the passkey, by default the device
 * @throws ShopError 400, 401, 403 without a recent sign-in, 409
 */
export async function addPasskey(
	shop: ShopContext,
	created: NewPasskey,
	label = shop.visitor.device,
): Promise<void> {
	const account = requireAccount(shop);
	requireRecentSignIn(shop, "changePasskeys");
	const { db } = shop;
	const checked = await checkNewPasskey(created, shop.origin);
	if (!checked) throw new ShopError("passkey_invalid");
	const { isOpen, createConsumeStatement } = await prepareChallengeUse(
		shop,
		checked.challenge,
		account.id,
	);
	const addedAt = new Date();
	const row = { ...checked.passkey, userId: account.id, name: label, createdAt: addedAt };
	const hasRoom = sql`(select count(*) from ${passkeys} as own where own.user_id = ${account.id}) < ${passkeysMax}`;
	const mayAdd = and(eq(users.id, account.id), isNotNull(users.emailVerifiedAt), isOpen, hasRoom);
	const isAdded = and(eq(id, row.id), eq(userId, account.id), eq(createdAt, addedAt));
	const addedPasskey = db.select({ id }).from(passkeys).where(isAdded);
	const written = await write(shop, {
		statements: [
			insertSelect(db, passkeys, row, users, mayAdd).onConflictDoNothing(),
			createConsumeStatement(exists(addedPasskey)),
		],
		confirmWrite: addedPasskey,
	});
	if (!written) {
		await requireMayAddPasskey(shop, account);
		const isKnown = (await db.$count(passkeys, eq(id, row.id))) > 0;
		throw new ShopError(isKnown ? "passkey_exists" : "passkey_expired");
	}
	logSecurity(shop.visitor, { event: "passkey added", user: account.id });
	sendNotice(shop, account.email, label, "added");
}

const isOwnPasskey = (account: Account, passkeyId: string) =>
	and(eq(id, passkeyId), eq(userId, account.id));

/**
 * @returns 1, the number of renamed passkeys
 * @throws ShopError 401, 404
 */
export async function renamePasskey(
	shop: ShopContext,
	passkeyId: string,
	newName: string,
): Promise<number> {
	const isOwn = isOwnPasskey(requireAccount(shop), passkeyId);
	const [renamed] = await retry(() =>
		shop.db.update(passkeys).set({ name: newName }).where(isOwn).returning({ id }),
	);
	if (!renamed) throw new ShopError("passkey_not_found");
	return 1;
}

/**
 * Removes a passkey and ends the account's other sessions, because the passkey's device may be lost.
 * @returns 1, the number of removed passkeys
 * @throws ShopError 401, 403 without a recent sign-in, 404, 409 if there is no other way to sign in
 */
export async function removePasskey(shop: ShopContext, passkeyId: string): Promise<number> {
	const account = requireAccount(shop);
	requireRecentSignIn(shop, "changePasskeys");
	const { db, visitor } = shop;
	const isOwn = isOwnPasskey(account, passkeyId);
	const passkey = await db.select({ name }).from(passkeys).where(isOwn).get();
	if (!passkey) throw new ShopError("passkey_not_found");
	const hasOtherMethod = exists(
		db
			.select({ one: sql`1` })
			.from(users)
			.where(
				and(
					eq(users.id, account.id),
					or(
						isNotNull(users.passwordHash),
						isNotNull(users.googleSub),
						sql`exists (select 1 from ${passkeys} as other where other.user_id = ${account.id} and other.id <> ${passkeyId})`,
					),
				),
			),
	);
	const isRemoved = sql`not exists (select 1 from ${passkeys} as left_over where left_over.id = ${passkeyId})`;
	const written = await write(shop, {
		statements: [
			db.delete(passkeys).where(and(isOwn, hasOtherMethod)),
			db.delete(sessions).where(and(isOtherSession(shop, account), isRemoved)),
		],
		confirmWrite: db.select({ id: users.id }).from(users).where(isRemoved).limit(1),
	});
	if (!written) throw new ShopError("last_sign_in_method");
	logSecurity(visitor, { event: "passkey removed", user: account.id });
	sendNotice(shop, account.email, passkey.name, "removed");
	return 1;
}
