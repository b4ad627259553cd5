import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
	accessTokens,
	emailVerifications,
	passkeyChallenges,
	resetTokens,
	secondFactors,
	sessions,
	signInChallenges,
	users,
} from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { simulateOutage } from "../../tests/support/outage.ts";
import {
	createAccessToken,
	createSession,
	deleteSession,
	getBearerSession,
	getSession,
	sweepSessions,
} from "./sessions.ts";

const [secondMs, minuteMs, dayMs] = [1000, 60_000, 24 * 60 * 60 * 1000];
const start = Date.UTC(2026, 0, 1);

beforeEach(() => {
	vi.useFakeTimers({ now: start, toFake: ["Date"] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** Creates an account with a session that started at `start`. */
async function signIn() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const account = await localShop.addAccount();
	return { db, account, ...(await createSession(db, account.id)) };
}

const setElapsed = (ms: number) => vi.setSystemTime(start + ms);

test("an unused session expires after exactly 30 days", async () => {
	const { db, token, account, expiresAt } = await signIn();
	expect(expiresAt).toEqual(new Date(start + 30 * dayMs));
	expect((await getSession(db, token))?.account).toEqual(account);
	expect(await getSession(db, `${token}x`)).toBeNull();
	setElapsed(30 * dayMs - 1);
	expect(await getSession(db, token)).not.toBeNull();
	await db.update(sessions).set({ expiresAt });
	setElapsed(30 * dayMs);
	expect(await getSession(db, token)).toBeNull();
});

test("a session is extended to 30 days when it is used after 15 days", async () => {
	const { db, token } = await signIn();
	setElapsed(15 * dayMs);
	expect((await getSession(db, token))?.extendedTo).toBeNull();
	setElapsed(15 * dayMs + 1);
	expect((await getSession(db, token))?.extendedTo).toEqual(new Date(start + 45 * dayMs + 1));
	const [row] = await db.select().from(sessions);
	expect(row?.expiresAt).toEqual(new Date(start + 45 * dayMs + 1));
});

test("a session ends 90 days after it started, however often it is used", async () => {
	const { db, token } = await signIn();
	for (const days of [20, 40, 60, 75]) {
		setElapsed(days * dayMs);
		expect(await getSession(db, token)).not.toBeNull();
	}
	const [row] = await db.select().from(sessions);
	expect(row?.expiresAt).toEqual(new Date(start + 90 * dayMs));
	setElapsed(80 * dayMs);
	expect((await getSession(db, token))?.extendedTo).toBeNull();
	const setExpiry = (days: number) =>
		db.update(sessions).set({ expiresAt: new Date(start + days * dayMs) });
	setElapsed(88 * dayMs);
	await setExpiry(91);
	const { extendedTo } = (await getSession(db, token)) ?? {};
	expect(extendedTo, "never earlier than it would have expired").toBeNull();
	await setExpiry(90);
	setElapsed(90 * dayMs);
	expect(await getSession(db, token)).toBeNull();
});

test("extending a session changes no other session", async () => {
	const { db, token, account } = await signIn();
	const otherSession = await createSession(db, account.id);
	setElapsed(20 * dayMs);
	await getSession(db, token);
	const [row] = await db.select().from(sessions).where(eq(sessions.id, otherSession.id));
	expect(row?.expiresAt).toEqual(new Date(start + 30 * dayMs));
});

test("an account has a second factor only after confirming it", async () => {
	const { db, account, token } = await signIn();
	const bearerToken = await createAccessToken(db, (await getSession(db, token))?.id ?? "");
	const readHasSecondFactor = async () =>
		[await getSession(db, token), await getBearerSession(db, bearerToken)].map(
			(session) => session?.hasSecondFactor,
		);
	await db.insert(secondFactors).values({ userId: account.id, secret: "secret" });
	expect(await readHasSecondFactor()).toEqual([false, false]);
	await db.update(secondFactors).set({ confirmedAt: new Date() });
	expect(await readHasSecondFactor()).toEqual([true, true]);
});

test("a new session ends only the visitor's previous one", async () => {
	const { db, account, id } = await signIn();
	const otherSession = await createSession(db, account.id);
	const next = await createSession(db, account.id, { previousSessionId: id });
	const ids = (await db.select({ id: sessions.id }).from(sessions)).map((row) => row.id);
	expect(ids.sort()).toEqual([otherSession.id, next.id].sort());
});

test("a sign-in to a changed or deleted account neither creates nor ends a session", async () => {
	const { db, account, id } = await signIn();
	const options = { condition: eq(users.name, "another name"), previousSessionId: id };
	const error = { status: 401 };
	await expect(createSession(db, account.id, options)).rejects.toMatchObject(error);
	await expect(createSession(db, "nobody")).rejects.toMatchObject(error);
	expect(await db.$count(sessions)).toBe(1);
});

test("a bearer token is valid for an hour, and no longer than its session or the token that requested it", async () => {
	const { db, account, id } = await signIn();
	const token = await createAccessToken(db, id);
	const shorter = await createAccessToken(db, id, new Date(start + minuteMs));
	const longer = await createAccessToken(db, id, new Date(start + dayMs));
	const getExpiry = async (token: string) => (await getBearerSession(db, token))?.tokenExpiresAt;
	expect(await getExpiry(shorter)).toEqual(new Date(start + minuteMs));
	expect(await getExpiry(longer)).toEqual(new Date(start + 60 * minuteMs));
	setElapsed(60 * minuteMs - 1);
	expect(await getBearerSession(db, token)).toMatchObject({ id, account });
	expect(await getBearerSession(db, shorter)).toBeNull();
	await db.update(sessions).set({ expiresAt: new Date(start) });
	expect(await getBearerSession(db, token)).toBeNull();
	await db.update(sessions).set({ expiresAt: new Date(start + dayMs) });
	setElapsed(60 * minuteMs);
	expect(await getBearerSession(db, token)).toBeNull();
});

test("ending a session revokes only its own bearer tokens", async () => {
	const { db, account, id } = await signIn();
	const otherSession = await createSession(db, account.id);
	const token = await createAccessToken(db, id);
	const otherToken = await createAccessToken(db, otherSession.id);
	await deleteSession(db, id);
	expect(await getBearerSession(db, token)).toBeNull();
	expect(await getBearerSession(db, otherToken)).toMatchObject({ id: otherSession.id });
});

test("the sweep deletes only expired sessions, bearer tokens, links and challenges", async () => {
	const { db, account, id, token } = await signIn();
	const otherSession = await createSession(db, account.id);
	const expired = new Date(start);
	await createAccessToken(db, id, new Date(start + secondMs));
	await createAccessToken(db, id);
	const link = { userId: account.id, tokenHash: "hash", expiresAt: expired };
	await db.insert(resetTokens).values(link);
	await db.insert(emailVerifications).values(link);
	for (const [challengeId, seconds] of [
		["expiring", 0],
		["valid", 2],
	] as const) {
		const expiresAt = new Date(start + seconds * secondMs);
		const challenge = { id: challengeId, userId: account.id, expiresAt };
		await db.insert(signInChallenges).values({ ...challenge, method: "password" });
		await db.insert(passkeyChallenges).values(challenge);
	}
	await db.update(sessions).set({ expiresAt: expired }).where(eq(sessions.id, otherSession.id));
	const countAll = () =>
		Promise.all(
			[
				accessTokens,
				sessions,
				resetTokens,
				emailVerifications,
				signInChallenges,
				passkeyChallenges,
			].map((table) => db.$count(table)),
		);
	await sweepSessions(db);
	expect(await countAll()).toEqual([2, 2, 1, 1, 2, 2]);
	setElapsed(secondMs + 1);
	await sweepSessions(db);
	expect(await countAll()).toEqual([1, 1, 0, 0, 1, 1]);
	expect(await getSession(db, token)).not.toBeNull();
});

test("each session keeps only its newest ten bearer tokens", async () => {
	const { db, account, id } = await signIn();
	const otherSession = await createSession(db, account.id);
	const token = await createAccessToken(db, otherSession.id);
	const tokens: string[] = [];
	for (let count = 0; count < 12; count += 1) tokens.push(await createAccessToken(db, id));
	expect(await getBearerSession(db, token)).toMatchObject({ id: otherSession.id });
	expect(await db.$count(accessTokens, eq(accessTokens.sessionId, id))).toBe(10);
	const tokenSessions = await Promise.all(tokens.map((each) => getBearerSession(db, each)));
	expect(tokenSessions.map((session) => session !== null)).toEqual(
		tokens.map((_, index) => index >= 2),
	);
});

test("rejects the sign-in if the account is deleted between a lost response and the retry", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	let attempts = 0;
	const { db } = localShop.createContext(account, async (statements) => {
		if (!statements.some((sql) => sql.startsWith('insert into "sessions"'))) return;
		attempts += 1;
		if (attempts === 1) throw new Error("D1_ERROR: Network connection lost.");
		await localShop.db.delete(users);
	});
	await expect(createSession(db, account.id)).rejects.toMatchObject({ status: 401 });
	expect(attempts).toBe(2);
});

test("one valid bearer token is created even if D1's response is lost", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	const { id } = await createSession(localShop.db, account.id);
	const { db } = localShop.createContext(
		account,
		simulateOutage({ failRoundTrips: 1, failAfterCommit: true }).beforeQuery,
	);
	const token = await createAccessToken(db, id);
	expect(await getBearerSession(localShop.db, token)).toMatchObject({ account });
	expect(await localShop.db.$count(accessTokens)).toBe(1);
});
