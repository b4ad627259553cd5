import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import { type Account, can } from "#contract/roles.ts";
import { shopName } from "#contract/shop.ts";
import { hasSecondFactor } from "#worker/auth/account-columns.ts";
import { requireAccount, requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { openSecret, sealSecret } from "#worker/auth/sealed-secret.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { createToken } from "#worker/auth/tokens.ts";
import { createOtpauthUri, createSecret, findStep } from "#worker/auth/totp.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { passkeys, recoveryCodes, secondFactors, sessions, users } from "#worker/db/schema.ts";
import { sendEmail } from "#worker/services/email.ts";
import { createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { writeEmail } from "../emails/write-email.ts";
import { logFailure } from "../errors.ts";
import { write, writeAudited } from "../write.ts";
import { requireRecentSignIn } from "./confirm-identity.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { isManageable, requireRole } from "./roles.ts";
import { hashRecoveryCode } from "./second-step.ts";
import { isOtherSession } from "./sessions.ts";

/** How long an unconfirmed secret is shown and can be confirmed. */
const setupMs = 60 * 60 * 1000;
const recoveryCodeCount = 10;
/** The width of the light border of a QR code, in modules (ISO/IEC 18004). */
const quietZone = 4;

const { userId, secret, confirmedAt, createdAt } = secondFactors;

/** Returns null if there is none, or only one whose setup has expired. */
const findFactor = async ({ db }: ShopContext, id: string) => {
	const isCurrent = or(isNotNull(confirmedAt), gt(createdAt, new Date(Date.now() - setupMs)));
	const isOwnCurrent = and(eq(userId, id), isCurrent);
	return (
		(await db.select({ secret, confirmedAt }).from(secondFactors).where(isOwnCurrent).get()) ?? null
	);
};

/** Splits the secret into groups of four, which are easier to type. */
const formatSecret = (text: string): string => text.match(/.{1,4}/g)?.join(" ") ?? "";

async function describeSetup({ env }: ShopContext, { id, email }: Account, sealed: string) {
	const plain = await openSecret(env, sealed, id);
	const uri = createOtpauthUri(email, plain);
	// Loaded when needed, so that public pages do not load it (docs/performance.md "The Worker").
	const { encode } = await import("uqr");
	return { secret: formatSecret(plain), uri, qrCode: encode(uri, { border: quietZone }).data };
}

/**
 * `setup` is null unless `startSecondFactor` was called in the last hour and no code has confirmed the secret yet.
 * @throws ShopError 401, 503
 */
export async function getSecondFactor(shop: ShopContext) {
	const account = requireAccount(shop);
	const factor = await findFactor(shop, account.id);
	const canSetUp = can(account, "account:second-factor");
	if (factor?.confirmedAt) {
		const isOwn = eq(recoveryCodes.userId, account.id);
		const codesLeft = await shop.db.$count(recoveryCodes, isOwn);
		return { enabledAt: factor.confirmedAt, codesLeft, setup: null, canSetUp };
	}
	const setup = factor ? await describeSetup(shop, account, factor.secret) : null;
	return { enabledAt: null, codesLeft: 0, setup, canSetUp };
}

/**
 * Creates a secret. Sign-ins do not require codes until the first code confirms it.
 * @param password - "" for an account without a password
 * @throws ShopError 400 wrong password, 401, 403, 409 if the account has a second factor, 429
 */
export async function startSecondFactor(shop: ShopContext, password: string): Promise<void> {
	const account = requireCapability(shop, "account:second-factor");
	await reauthenticate(shop, account, password);
	const values = {
		secret: await sealSecret(shop.env, createSecret(), account.id),
		createdAt: new Date(),
		lastStep: 0,
	};
	const started = await write(shop, {
		statements: [
			shop.db
				.insert(secondFactors)
				.values({ userId: account.id, ...values })
				.onConflictDoUpdate({ target: userId, set: values, setWhere: isNull(confirmedAt) }),
		],
		confirmWrite: shop.db
			.select({ userId })
			.from(secondFactors)
			.where(and(eq(userId, account.id), eq(secret, values.secret))),
	});
	if (!started) throw new ShopError("second_factor_exists");
}

/** 24 letters and digits of base32: 120 random bits, enough for a plain SHA-256 hash (OWASP ASVS 6.5.2). */
const createRecoveryCode = (): string => createToken().slice(0, 24).match(/.{6}/g)?.join("-") ?? "";

/** Prepares statements that replace the recovery codes if the second factor still has this confirmation time. */
async function prepareNewCodes({ db }: ShopContext, id: string, confirmationTime: Date) {
	const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
	const hashes = await Promise.all(codes.map(hashRecoveryCode));
	const isConfirmed = and(eq(userId, id), eq(confirmedAt, confirmationTime));
	const isOwn = eq(recoveryCodes.userId, id);
	return {
		codes,
		statements: [
			db
				.delete(recoveryCodes)
				.where(and(isOwn, sql`exists (select 1 from ${secondFactors} where ${isConfirmed})`)),
			...hashes.map((hash) =>
				insertSelect(
					db,
					recoveryCodes,
					{ hash, userId: id },
					secondFactors,
					isConfirmed,
				).onConflictDoNothing(),
			),
		],
		confirmWrite: db
			.select({ hash: recoveryCodes.hash })
			.from(recoveryCodes)
			.where(eq(recoveryCodes.hash, hashes[0] ?? "")),
	};
}

/**
 * Turns the second factor on, and ends the account's other sessions, which were created without it.
 * @returns the recovery codes, which are stored only as hashes
 * @throws ShopError 400 wrong code, 401, 403, 409, 429, 503
 */
export async function confirmSecondFactor(shop: ShopContext, code: string): Promise<string[]> {
	const account = requireCapability(shop, "account:second-factor");
	await enforceRateLimit(shop.env, "secondFactor", account.id);
	const factor = await findFactor(shop, account.id);
	if (!factor) throw new ShopError("second_factor_missing");
	if (factor.confirmedAt) throw new ShopError("second_factor_exists");
	const plain = await openSecret(shop.env, factor.secret, account.id);
	const step = await findStep(plain, code.replace(/\s+/g, ""));
	if (step === null) throw fieldError("code", invalid.setupCode);
	const { db, visitor } = shop;
	const confirmationTime = new Date();
	const isPending = and(eq(userId, account.id), eq(secret, factor.secret), isNull(confirmedAt));
	const { codes, statements, confirmWrite } = await prepareNewCodes(
		shop,
		account.id,
		confirmationTime,
	);
	const written = await write(shop, {
		statements: [
			db
				.update(secondFactors)
				.set({ confirmedAt: confirmationTime, lastStep: step })
				.where(isPending),
			...statements,
			db
				.delete(sessions)
				.where(and(isOtherSession(shop, account), sql`exists (${confirmWrite.getSQL()})`)),
		],
		confirmWrite,
	});
	if (!written) throw new ShopError("second_factor_exists");
	logSecurity(visitor, { event: "second factor added", user: account.id });
	return codes;
}

/**
 * Requires a recent code, because a stolen password alone must not turn the second factor off.
 * @throws ShopError 400 wrong password, 401, 403 without a recent code, 429
 */
async function reauthenticateWithCode(shop: ShopContext, password: string): Promise<Account> {
	const account = requireAccount(shop);
	requireRecentSignIn(shop, "changeSecondFactor");
	await reauthenticate(shop, account, password);
	return account;
}

/**
 * Replaces the recovery codes. The old ones no longer work.
 * @throws ShopError 400 wrong password, 401, 403, 409, 429
 */
export async function regenerateRecoveryCodes(
	shop: ShopContext,
	password: string,
): Promise<string[]> {
	const account = await reauthenticateWithCode(shop, password);
	const factor = await findFactor(shop, account.id);
	if (!factor?.confirmedAt) throw new ShopError("second_factor_missing");
	const { codes, ...statements } = await prepareNewCodes(shop, account.id, factor.confirmedAt);
	if (!(await write(shop, statements))) throw new ShopError("second_factor_missing");
	logSecurity(shop.visitor, { event: "recovery codes renewed", user: account.id });
	return codes;
}

/** Does nothing if the account has no second factor. @throws ShopError 400 wrong password, 401, 403, 429 */
export async function removeSecondFactor(shop: ShopContext, password: string): Promise<void> {
	const account = await reauthenticateWithCode(shop, password);
	const { db } = shop;
	const isOwn = eq(userId, account.id);
	await write(shop, {
		statements: [
			db.delete(recoveryCodes).where(eq(recoveryCodes.userId, account.id)),
			db.delete(secondFactors).where(isOwn),
		],
		confirmWrite: db
			.select({ id: users.id })
			.from(users)
			.where(sql`not exists (select 1 from ${secondFactors} where ${isOwn})`)
			.limit(1),
	});
	logSecurity(shop.visitor, { event: "second factor removed", user: account.id });
}

const sendResetNotice = ({ env, origin }: ShopContext, to: string) =>
	sendEmail(
		env,
		writeEmail({
			to,
			subject: `Your two-factor authentication at ${shopName} was turned off`,
			preheader: "An admin turned it off.",
			heading: "Two-factor authentication is off.",
			text: `An admin of ${shopName} turned off two-factor authentication for your account, removed its passkeys, and signed you out everywhere. You now sign in with your password or Google alone.`,
			links: [
				{
					text: "Set it up again",
					href: new URL("/dashbord/twofactor", origin).href,
					isButton: true,
				},
			],
			note: "If you did not ask for this, tell another admin at once, and choose a new password.",
		}),
	);

/**
 * Turns off the second factor of a colleague who lost their device and codes, ends their sessions, and emails them.
 * @returns the number of changed users, 0 if the user has no second factor
 * @throws ShopError 401, 403 for their own account, 404
 */
export async function resetSecondFactor(shop: ShopContext, email: string): Promise<number> {
	const actor = requireCapability(shop, "users:manage");
	if (actor.email === email) throw new ShopError("own_second_factor");
	requireRecentSignIn(shop, "resetSecondFactor");
	const { db } = shop;
	const isResettable = and(isManageable(actor, email), hasSecondFactor);
	const audit = createAuditEntry(actor, {
		action: "user-second-factor-reset",
		where: isResettable,
	});
	const subject = sql`(select subject_id from audit_log where id = ${audit.id})`;
	const reset = await writeAudited(shop, {
		audit,
		statements: [
			db.delete(sessions).where(eq(sessions.userId, subject)),
			db.delete(recoveryCodes).where(eq(recoveryCodes.userId, subject)),
			db.delete(passkeys).where(eq(passkeys.userId, subject)),
			db.delete(secondFactors).where(eq(userId, subject)),
		],
	});
	if (!reset) {
		await requireRole(shop, email);
		return 0;
	}
	logSecurity(shop.visitor, {
		event: "second factor reset",
		user: actor.id,
		about: reset.subjectId,
	});
	shop.waitUntil(() => sendResetNotice(shop, email).catch(logFailure("second factor")));
	return 1;
}
