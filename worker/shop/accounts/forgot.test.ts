import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { resetTokens, users } from "#worker/db/schema.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { resetLinks } from "./links.ts";
import { forgotPassword, readResetLink } from "./reset.ts";

const minuteMs = 60_000;

/** Creates an unverified account, and an email service that fails while `emailService.isDown`. */
async function createFixture() {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T10:00:00Z") });
	onTestFinished(() => void vi.useRealTimers());
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const { id, email } = await localShop.addAccount();
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
	const emailService = { isDown: false };
	const tokens: string[] = [];
	const EMAIL = {
		send: async ({ text }: { text: string }) => {
			if (emailService.isDown) throw new Error("email service is down");
			tokens.push(/token=([a-z2-7]{32})/.exec(text)?.[1] ?? "");
		},
	};
	const settings = { EMAIL, MAIL_FROM: "orders@shop.test" };
	/** Requests a reset link. Returns the tokens in all emails so far. */
	const requestReset = async (beforeQuery?: QueryHook): Promise<string[]> => {
		const context = withEnv(localShop.createContext(null, beforeQuery), settings);
		const backgroundWork: Promise<unknown>[] = [];
		await forgotPassword(
			{ ...context, waitUntil: (work) => void backgroundWork.push(work()) },
			email,
		);
		await Promise.all(backgroundWork);
		return tokens;
	};
	const isValid = async (token = "") =>
		(await readResetLink(localShop.anonymousContext, token)) !== null;
	return { requestReset, isValid, emailService, id, db };
}

test("repeated requests do not invalidate a reset link within half an hour of its email", async () => {
	const { requestReset, isValid } = await createFixture();
	const [first] = await requestReset();
	for (let minute = 1; minute < 30; minute += 1) {
		vi.setSystemTime(Date.now() + minuteMs);
		expect(await requestReset()).toHaveLength(1);
	}
	expect(await isValid(first)).toBe(true);
	vi.setSystemTime(Date.now() + minuteMs);
	const [, second] = await requestReset();
	expect([await isValid(first), await isValid(second)]).toEqual([false, true]);
});

test("two concurrent reset requests send one email with a valid link", async () => {
	const { requestReset, isValid } = await createFixture();
	await Promise.all([requestReset(), requestReset()]);
	const tokens = await requestReset();
	expect(tokens).toHaveLength(1);
	expect(await isValid(tokens[0])).toBe(true);
});

test("if two requests overlap, the earlier one does not invalidate the later one's link", async () => {
	const { requestReset, isValid } = await createFixture();
	let hasRequestedAgain = false;
	const [token, ...others] = await requestReset(async (statements) => {
		if (hasRequestedAgain || !statements.some((sql) => sql.startsWith("insert"))) return;
		hasRequestedAgain = true;
		vi.setSystemTime(Date.now() + 5);
		await requestReset();
	});
	expect(hasRequestedAgain).toBe(true);
	expect(others).toEqual([]);
	expect(await isValid(token)).toBe(true);
});

test("a reset link whose email could not be sent does not block the next one", async () => {
	const { requestReset, isValid, emailService } = await createFixture();
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	onTestFinished(() => void vi.restoreAllMocks());
	emailService.isDown = true;
	expect(await requestReset()).toEqual([]);
	emailService.isDown = false;
	const [token] = await requestReset();
	expect(await isValid(token)).toBe(true);
});

test("emails the reset link even if D1's response is lost after storing it", async () => {
	const { requestReset, isValid } = await createFixture();
	const [token] = await requestReset(loseResponseTo("insert"));
	expect(await isValid(token)).toBe(true);
});

test("a link created before the clock was set back is replaced", async () => {
	const { requestReset, isValid, db, id } = await createFixture();
	const expiresAt = new Date(Date.now() + resetLinks.lifetimeMs + minuteMs);
	await db.insert(resetTokens).values({ userId: id, tokenHash: "from the future", expiresAt });
	const [token] = await requestReset();
	expect(await isValid(token)).toBe(true);
});
