import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSession, getSession } from "#worker/auth/sessions.ts";
import { sessions } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [ada, bob] = [await localShop.addAccount(), await localShop.addAccount()];
	const { db } = localShop;
	const signInAda = (device: string) => createSession(db, ada.id, { device, country: "CA" });
	const [old, current] = [await signInAda("Safari on iPhone"), await signInAda("Edge on Windows")];
	const bobsSession = await createSession(db, bob.id);
	const baseContext = localShop.createContext(ada);
	const context = { ...baseContext, visitor: { ...baseContext.visitor, sessionId: current.id } };
	const readIds = async () => (await db.select().from(sessions)).map(({ id }) => id).sort();
	return { db, ada, old, current, bobsSession, context, readIds };
}

test("lists only the account's active sessions, newest first", async () => {
	const { db, ada, old, current, context } = await createFixture();
	await db.insert(sessions).values({ id: "ended", userId: ada.id, expiresAt: new Date(1) });
	expect(await listSessions(context)).toMatchObject([
		{ id: current.id, device: "Edge on Windows", country: "CA", isCurrent: true },
		{ id: old.id, device: "Safari on iPhone", country: "CA", isCurrent: false },
	]);
});

test("ends one of the account's own sessions, but not another account's", async () => {
	const { old, current, bobsSession, context, readIds } = await createFixture();
	expect(await endSession(context, old.id)).toBe(1);
	const error = { code: "session_not_found" };
	await expect(endSession(context, old.id)).rejects.toMatchObject(error);
	await expect(endSession(context, bobsSession.id)).rejects.toMatchObject(error);
	expect(await readIds()).toEqual([current.id, bobsSession.id].sort());
});

test("ends all of the account's sessions except the current one", async () => {
	const { current, bobsSession, context, readIds } = await createFixture();
	expect(await endOtherSessions(context)).toBe(1);
	expect(await endOtherSessions(context)).toBe(0);
	expect(await readIds()).toEqual([current.id, bobsSession.id].sort());
});

test("a session's last use is updated at most once an hour", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { db, current, context } = await createFixture();
	const signedInAt = Date.now();
	const readLastUse = async () => {
		const row = (await listSessions(context)).find(({ isCurrent }) => isCurrent);
		return (row?.lastUsedAt.getTime() ?? 0) - signedInAt;
	};
	const minuteMs = 60_000;
	for (const [minutes, expected] of [
		[59, 0],
		[60, 60],
		[119, 60],
		[120, 120],
	] as const) {
		vi.setSystemTime(signedInAt + minutes * minuteMs);
		await getSession(db, current.token);
		expect(await readLastUse(), `after ${minutes} minutes`).toBe(expected * minuteMs);
	}
});

test("an account keeps only its newest 100 sessions", async () => {
	const { db, ada, old, current, bobsSession, readIds } = await createFixture();
	for (let count = 0; count < 99; count++) await createSession(db, ada.id);
	expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(100);
	const ids = await readIds();
	expect([old, current, bobsSession].map(({ id }) => ids.includes(id))).toEqual([
		false,
		true,
		true,
	]);
});

test("a session stays valid even if its last use cannot be stored", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const { db, current } = await createFixture();
	await db.run(
		"create trigger broken before update on sessions begin select raise(abort, 'no'); end",
	);
	vi.setSystemTime(Date.now() + 20 * 24 * 60 * 60 * 1000);
	const session = await getSession(db, current.token);
	expect(session).toMatchObject({ id: current.id, extendedTo: null });
});
