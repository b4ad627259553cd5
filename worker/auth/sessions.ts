import { and, eq, gt, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { dayMs } from "#contract/days.ts";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import {
	accessTokens,
	emailVerifications,
	passkeyChallenges,
	resetTokens,
	sessions,
	signInChallenges,
	users,
} from "#worker/db/schema.ts";
import { logError } from "#worker/services/log-error.ts";
import { accountColumns, hasSecondFactor } from "./account-columns.ts";
import { createToken, hashToken } from "./tokens.ts";

/** See docs/decisions/sessions.md. */
const sessionMs = 30 * dayMs;
const extendAfterMs = 15 * dayMs;
/** Absolute lifetime of a session, however often it is used: OWASP ASVS 7.3.2. */
const maxSessionMs = 90 * dayMs;
const hourMs = 60 * 60 * 1000;
const accessTokenMs = hourMs;
/** `lastUsedAt` can be this much out of date, because each update costs a write. */
const lastUsedPrecisionMs = hourMs;
/** Per account. One more sign-in ends the oldest session. */
const maxSessions = 100;

export const lastUsedAt = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`
	.mapWith(sessions.createdAt)
	.as("used_at");

export type Session = {
	/** The hash of the session token. */
	id: string;
	account: Account;
	hasSecondFactor: boolean;
	/** When the user signed in, or last confirmed their identity. */
	authenticatedAt: Date;
	/** The new expiry if this request extended the session. */
	extendedTo: Date | null;
	/** Null if the request has a session cookie instead of a bearer token. */
	tokenExpiresAt: Date | null;
};

const authenticatedAt = sql`coalesce(${sessions.confirmedAt}, ${sessions.createdAt})`
	.mapWith(sessions.createdAt)
	.as("authenticated_at");
const sessionColumns = {
	hasSecondFactor: hasSecondFactor.as("has_second_factor"),
	createdAt: sessions.createdAt,
	expiresAt: sessions.expiresAt,
	lastUsedAt,
	authenticatedAt,
};

type NewSession = {
	/** The visitor's browser and system (worker/http/device.ts). */
	device?: string | null;
	country?: string | null;
	/** A condition on the row in `users`, such as the password hash that was verified. */
	condition?: SQL | undefined;
	/** Id of the visitor's previous session, which is deleted. */
	previousSessionId?: string | null;
	/** Creates more statements for the same transaction. They must do nothing unless `isCreated` is true. */
	createStatements?: (isCreated: SQL) => BatchItem<"sqlite">[];
};

/** Returns the session token and its hash (`id`). @throws ShopError 401 if the account is deleted or has changed */
export async function createSession(
	db: Database,
	userId: string,
	{
		condition,
		previousSessionId = null,
		device = null,
		country = null,
		createStatements,
	}: NewSession = {},
) {
	const token = createToken();
	const expiresAt = new Date(Date.now() + sessionMs);
	const id = await hashToken(token);
	const session = { id, userId, createdAt: new Date(), expiresAt, device, country };
	const isAllowed = and(eq(users.id, userId), condition);
	const isCreated = sql`exists (select 1 from ${sessions} as created where created.id = ${id})`;
	const newestSessions = db
		.select({ id: sessions.id })
		.from(sessions)
		.where(eq(sessions.userId, userId))
		.orderBy(sql`rowid desc`)
		.limit(maxSessions);
	const results = await retryBatch(db, [
		insertSelect(db, sessions, session, users, isAllowed).onConflictDoNothing(),
		db.delete(sessions).where(and(eq(sessions.id, previousSessionId ?? ""), isCreated)),
		db
			.delete(sessions)
			.where(and(eq(sessions.userId, userId), notInArray(sessions.id, newestSessions), isCreated)),
		...(createStatements?.(isCreated) ?? []),
		db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)),
	]);
	const [row]: unknown[] = results.at(-1) ?? [];
	if (!row) throw new ShopError("invalid_credentials");
	return { id, token, expiresAt };
}

export async function getSession(db: Database, token: string): Promise<Session | null> {
	const id = await hashToken(token);
	const row = await db
		.select({ ...accountColumns, ...sessionColumns })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.id, id), gt(sessions.expiresAt, new Date())))
		.get();
	if (!row) return null;
	const { createdAt, expiresAt, lastUsedAt, authenticatedAt, hasSecondFactor, ...account } = row;
	const times = { createdAt, expiresAt, lastUsedAt };
	const extendedTo = await updateTimes(db, id, times, computeExtendedExpiry(times));
	return { id, account, hasSecondFactor, authenticatedAt, extendedTo, tokenExpiresAt: null };
}

type Times = { createdAt: Date; expiresAt: Date; lastUsedAt: Date };

/** A session is extended after half of its lifetime. Returns null before that, or if the expiry would stay the same. */
function computeExtendedExpiry({ createdAt, expiresAt }: Times): Date | null {
	if (expiresAt.getTime() - Date.now() >= sessionMs - extendAfterMs) return null;
	const extendedTo = new Date(Math.min(Date.now() + sessionMs, createdAt.getTime() + maxSessionMs));
	return extendedTo > expiresAt ? extendedTo : null;
}

/** Returns the new expiry; null if it stays the same. Only logs a failed write, so that the page is shown anyway. */
async function updateTimes(
	db: Database,
	id: string,
	{ lastUsedAt }: Times,
	extendedTo: Date | null,
): Promise<Date | null> {
	const isOutdated = Date.now() - lastUsedAt.getTime() >= lastUsedPrecisionMs;
	if (!extendedTo && !isOutdated) return null;
	const updates = { lastUsedAt: new Date(), ...(extendedTo && { expiresAt: extendedTo }) };
	try {
		await retry(() => db.update(sessions).set(updates).where(eq(sessions.id, id)));
		return extendedTo;
	} catch (error) {
		logError("session", error);
		return null;
	}
}

/** The session's bearer tokens are deleted with it, by a foreign key. */
export const deleteSession = (db: Database, id: string) =>
	retry(() => db.delete(sessions).where(eq(sessions.id, id)));

/** Per session. Creating one more deletes the oldest. */
const maxAccessTokens = 10;

/** @param latestExpiry - when the bearer token that requests the new one expires, so that a stolen token cannot extend itself */
export async function createAccessToken(
	db: Database,
	sessionId: string,
	latestExpiry: Date | null = null,
): Promise<string> {
	const token = createToken();
	const expiry = Date.now() + accessTokenMs;
	const expiresAt = new Date(Math.min(expiry, latestExpiry?.getTime() ?? expiry));
	const row = { id: await hashToken(token), sessionId, expiresAt };
	const newestTokens = db
		.select({ id: accessTokens.id })
		.from(accessTokens)
		.where(eq(accessTokens.sessionId, sessionId))
		.orderBy(sql`rowid desc`)
		.limit(maxAccessTokens);
	await retryBatch(db, [
		db.insert(accessTokens).values(row).onConflictDoNothing(),
		db
			.delete(accessTokens)
			.where(and(eq(accessTokens.sessionId, sessionId), notInArray(accessTokens.id, newestTokens))),
	]);
	return token;
}

export async function getBearerSession(db: Database, token: string): Promise<Session | null> {
	const id = await hashToken(token);
	const now = new Date();
	const row = await db
		.select({
			...accountColumns,
			...sessionColumns,
			expiresAt: sql`${sessions.expiresAt}`.mapWith(sessions.expiresAt).as("session_expires_at"),
			sessionId: sql<string>`${sessions.id}`.as("session_id"),
			tokenExpiresAt: accessTokens.expiresAt,
		})
		.from(accessTokens)
		.innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(eq(accessTokens.id, id), gt(accessTokens.expiresAt, now), gt(sessions.expiresAt, now)),
		)
		.get();
	if (!row) return null;
	const {
		sessionId,
		tokenExpiresAt,
		createdAt,
		expiresAt,
		lastUsedAt,
		authenticatedAt,
		hasSecondFactor,
		...account
	} = row;
	await updateTimes(db, sessionId, { createdAt, expiresAt, lastUsedAt }, null);
	const state = { hasSecondFactor, authenticatedAt, tokenExpiresAt };
	return { id: sessionId, account, ...state, extendedTo: null };
}

export const sweepSessions = (db: Database) =>
	retryBatch(db, [
		db.delete(accessTokens).where(lt(accessTokens.expiresAt, new Date())),
		db.delete(sessions).where(lt(sessions.expiresAt, new Date())),
		db.delete(resetTokens).where(lt(resetTokens.expiresAt, new Date())),
		db.delete(emailVerifications).where(lt(emailVerifications.expiresAt, new Date())),
		db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, new Date())),
		db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, new Date())),
	]);
