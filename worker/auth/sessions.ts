import { and, eq, exists, gt, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import {
	accessTokens,
	emailVerifications,
	resetTokens,
	sessions,
	users,
} from "#worker/db/schema.ts";
import { createToken, hashToken } from "./tokens.ts";

const day = 24 * 60 * 60 * 1000;
/** Milliseconds; architecture.md "Who is asking". */
const sessionMs = 30 * day;
const slideAfterMs = 15 * day;
/** Absolute lifetime of a session, however often it is used: OWASP ASVS 7.3.2. */
const sessionLifeMs = 90 * day;
const accessTokenMs = 60 * 60 * 1000;

/** `id` is the hash that the database keeps. */
export type Session = {
	id: string;
	account: Account;
	/** The new end of a session that was slid. */
	renewed: Date | null;
	/** The end of the bearer token that asks; null where the cookie does. */
	tokenExpiresAt: Date | null;
};

const accountColumns = { id: users.id, email: users.email, name: users.name, role: users.role };

type NewSession = {
	/** What must still be true of the row of `users` when the session begins, such as the password that was verified. */
	proof?: SQL | undefined;
	/** Id of the session that the visitor came with: it ends where the new one begins. */
	replaces?: string | null;
};

/**
 * Begins a session of an account that is still as it was when its owner was verified: a password that is changed
 * meanwhile, or an account that is deleted, gets none. Both are decided inside the statement.
 * @returns the secret for the cookie, its hash, and when it ends
 * @throws ShopError 401 when the account has changed
 */
export async function createSession(
	db: Database,
	userId: string,
	{ proof, replaces = null }: NewSession = {},
) {
	const token = createToken();
	const expiresAt = new Date(Date.now() + sessionMs);
	const id = await hashToken(token);
	const session = { id, userId, createdAt: new Date(), expiresAt };
	const begun = db
		.select({ id: sql`1` })
		.from(sql`${sessions} as begun`)
		.where(sql`begun.id = ${id}`);
	const [, , [row]] = await retry(() =>
		db.batch([
			insertFrom(
				db,
				sessions,
				session,
				users,
				and(eq(users.id, userId), proof),
			).onConflictDoNothing(),
			db.delete(sessions).where(and(eq(sessions.id, replaces ?? ""), exists(begun))),
			db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)),
		]),
	);
	if (!row) throw new ShopError("invalid_credentials");
	return { id, token, expiresAt };
}

/**
 * @returns the live session of a cookie's secret, slid when it is older than 15 days, but never beyond 90 days after
 * signing in; null when there is none
 */
export async function getSession(db: Database, token: string): Promise<Session | null> {
	const id = await hashToken(token);
	const row = await db
		.select({ ...accountColumns, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.id, id), gt(sessions.expiresAt, new Date())))
		.get();
	if (!row) return null;
	const { createdAt, expiresAt, ...account } = row;
	const renewed = await slide(db, { id, createdAt, expiresAt });
	return { id, account, renewed, tokenExpiresAt: null };
}

type Span = { id: string; createdAt: Date; expiresAt: Date };

/** Null where the end stays as it is. */
async function slide(db: Database, { id, createdAt, expiresAt }: Span): Promise<Date | null> {
	if (expiresAt.getTime() - Date.now() >= sessionMs - slideAfterMs) return null;
	const end = new Date(Math.min(Date.now() + sessionMs, createdAt.getTime() + sessionLifeMs));
	if (end <= expiresAt) return null;
	await retry(() => db.update(sessions).set({ expiresAt: end }).where(eq(sessions.id, id)));
	return end;
}

/** Its bearer tokens end with it. */
export const deleteSession = (db: Database, id: string) =>
	retry(() => db.delete(sessions).where(eq(sessions.id, id)));

/** Bearer tokens that one session may have at a time: the newest. */
const accessTokensMost = 10;

/**
 * @param endsAt of the bearer token that asks for another: the new one ends no later, so that a stolen one ends within
 * its hour; null where the session's cookie asks
 * @returns a bearer token of at most one hour that dies with its session
 */
export async function createAccessToken(
	db: Database,
	sessionId: string,
	endsAt: Date | null = null,
): Promise<string> {
	const token = createToken();
	const hourEnds = Date.now() + accessTokenMs;
	const expiresAt = new Date(Math.min(hourEnds, endsAt?.getTime() ?? hourEnds));
	const row = { id: await hashToken(token), sessionId, expiresAt };
	const newest = db
		.select({ id: accessTokens.id })
		.from(accessTokens)
		.where(eq(accessTokens.sessionId, sessionId))
		.orderBy(sql`rowid desc`)
		.limit(accessTokensMost);
	await retry(() =>
		db.batch([
			db.insert(accessTokens).values(row).onConflictDoNothing(),
			db
				.delete(accessTokens)
				.where(and(eq(accessTokens.sessionId, sessionId), notInArray(accessTokens.id, newest))),
		]),
	);
	return token;
}

export async function getBearerSession(db: Database, token: string): Promise<Session | null> {
	const id = await hashToken(token);
	const now = new Date();
	const row = await db
		.select({
			...accountColumns,
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
	const { sessionId, tokenExpiresAt, ...account } = row;
	return { id: sessionId, account, renewed: null, tokenExpiresAt };
}

export const sweepSessions = (db: Database) =>
	retry(() =>
		db.batch([
			db.delete(accessTokens).where(lt(accessTokens.expiresAt, new Date())),
			db.delete(sessions).where(lt(sessions.expiresAt, new Date())),
			db.delete(resetTokens).where(lt(resetTokens.expiresAt, new Date())),
			db.delete(emailVerifications).where(lt(emailVerifications.expiresAt, new Date())),
		]),
	);
