import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { requestStockAlertPath } from "#contract/stock-alert-path.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, resetTokens, users } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/email.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { loseResponseTo } from "../../../tests/support/lost-response.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { forgotPassword } from "./reset.ts";
import { getVerificationLinkState, resendVerificationLink, verifyEmail } from "./verify.ts";

const startTime = new Date("2026-11-22T12:00:00Z");
beforeEach(() => {
	vi.useFakeTimers({ now: startTime, toFake: ["Date"] });
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Creates a shop that sends emails, and an account whose email is not verified. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	const { db } = localShop;
	await db.update(users).set({ emailVerifiedAt: null });
	const sentEmails: Email[] = [];
	const send = vi.fn(async (email: Email) => {
		sentEmails.push(email);
	});
	const backgroundWork: Promise<unknown>[] = [];
	const emailSettings = { EMAIL: { send }, MAIL_FROM: "Shop <shop@shop.test>" };
	const createContext = (account: Account | null, beforeQuery?: QueryHook) => {
		const context = withEnv(localShop.createContext(account, beforeQuery), emailSettings);
		const waitUntil = (work: () => Promise<unknown>) => {
			backgroundWork.push(work());
		};
		return { ...context, waitUntil };
	};
	/** Returns the token in the latest email, and checks that its text and HTML contain the same link. */
	const readToken = (path: string) => {
		const { text = "", html = "" } = sentEmails.at(-1) ?? {};
		const token = new RegExp(`http://shop\\.test/${path}\\?token=([a-z2-7]{32})`).exec(text)?.[1];
		expect(html).toContain(token);
		return token ?? "";
	};
	const readVerifiedAt = async (id = account.id) =>
		(await db.select().from(users).where(eq(users.id, id)).get())?.emailVerifiedAt ?? null;
	return {
		localShop,
		db,
		account,
		sentEmails,
		send,
		backgroundWork,
		createContext,
		readToken,
		readVerifiedAt,
	};
}

const expiredLink = {
	issues: [{ field: "token", message: errors.verification_link_expired.message }],
};

/** Returns a function that reads the lines written to the security log. */
const spyOnSecurityLog = () => {
	const log = vi.spyOn(console, "log").mockReturnValue(undefined);
	return () => log.mock.calls.map(([line]) => JSON.parse(String(line)));
};

test("a verification link works once, within a day", async () => {
	const fixture = await createFixture();
	const context = fixture.createContext(fixture.account);
	const readLog = spyOnSecurityLog();
	expect(await resendVerificationLink(context)).toBe(true);
	const token = fixture.readToken("verify-email");
	expect(fixture.sentEmails).toMatchObject([{ to: fixture.account.email }]);
	expect(await fixture.db.select().from(emailVerifications)).toEqual([
		{
			userId: fixture.account.id,
			tokenHash: await hashToken(token),
			expiresAt: new Date(startTime.getTime() + dayMs),
			tool: null,
		},
	]);
	expect(await getVerificationLinkState(context, "another token")).toBe("expired");
	expect(await getVerificationLinkState(context, token)).toBe("valid");
	await expect(verifyEmail(context, "another token")).rejects.toMatchObject(expiredLink);
	expect(await fixture.readVerifiedAt()).toBeNull();
	vi.setSystemTime(startTime.getTime() + dayMs - 1);
	expect(await getVerificationLinkState(context, token)).toBe("valid");
	await verifyEmail(context, token);
	expect(await fixture.readVerifiedAt()).toBeInstanceOf(Date);
	expect(await fixture.db.select().from(emailVerifications), "deleted after use").toEqual([]);
	expect(await getVerificationLinkState(context, token)).toBe("verified");
	await expect(verifyEmail(context, token)).rejects.toMatchObject(expiredLink);
	expect(await resendVerificationLink(context), "no second email").toBe(false);
	expect(fixture.sentEmails).toHaveLength(1);
	const user = fixture.account.id;
	expect(readLog()).toMatchObject([
		{ security: "verification link requested", user },
		{ security: "email verified", user },
	]);
});

test("sends a verification link even if another account is already verified", async () => {
	const fixture = await createFixture();
	await fixture.localShop.addAccount();
	expect(await resendVerificationLink(fixture.createContext(fixture.account))).toBe(true);
	expect(fixture.sentEmails).toMatchObject([{ to: fixture.account.email }]);
	const token = fixture.readToken("verify-email");
	expect(await getVerificationLinkState(fixture.createContext(fixture.account), token)).toBe(
		"valid",
	);
});

test("a verification link that a concurrent request has already used is rejected", async () => {
	const fixture = await createFixture();
	await resendVerificationLink(fixture.createContext(fixture.account));
	const token = fixture.readToken("verify-email");
	const context = fixture.createContext(fixture.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith('update "users"'))) {
			await fixture.db.delete(emailVerifications);
		}
	});
	await expect(verifyEmail(context, token)).rejects.toMatchObject(expiredLink);
	expect(await fixture.readVerifiedAt()).toBeNull();
});

test("a link to an account that is already verified does not change when it was verified", async () => {
	const fixture = await createFixture();
	const context = fixture.createContext(fixture.account);
	await resendVerificationLink(context);
	const emailVerifiedAt = new Date(startTime.getTime() - dayMs);
	await fixture.db.update(users).set({ emailVerifiedAt });
	await expect(verifyEmail(context, fixture.readToken("verify-email"))).rejects.toMatchObject(
		expiredLink,
	);
	expect(await fixture.readVerifiedAt()).toEqual(emailVerifiedAt);
});

test("setting the clock back does not keep a link valid for longer", async () => {
	const fixture = await createFixture();
	const context = fixture.createContext(fixture.account);
	await resendVerificationLink(context);
	vi.setSystemTime(startTime.getTime() - 1);
	const token = fixture.readToken("verify-email");
	expect(await getVerificationLinkState(context, token)).toBe("expired");
	await expect(verifyEmail(context, token)).rejects.toMatchObject(expiredLink);
});

test("rejects a verification link that is another account's, a day old, or replaced by a newer one", async () => {
	const fixture = await createFixture();
	const context = fixture.createContext(fixture.account);
	await resendVerificationLink(context);
	const first = fixture.readToken("verify-email");
	const otherAccount = await fixture.localShop.addAccount();
	await fixture.db.update(users).set({ emailVerifiedAt: null });
	await expect(verifyEmail(fixture.createContext(otherAccount), first)).rejects.toMatchObject(
		expiredLink,
	);
	expect(await getVerificationLinkState(fixture.createContext(otherAccount), first)).toBe(
		"expired",
	);
	await resendVerificationLink(context);
	await expect(verifyEmail(context, first)).rejects.toMatchObject(expiredLink);
	const second = fixture.readToken("verify-email");
	vi.setSystemTime(startTime.getTime() + dayMs);
	expect(await getVerificationLinkState(context, second)).toBe("expired");
	await expect(verifyEmail(context, second)).rejects.toMatchObject(expiredLink);
	expect([await fixture.readVerifiedAt(), await fixture.readVerifiedAt(otherAccount.id)]).toEqual([
		null,
		null,
	]);
});

test("if D1's response is lost, a verification succeeds only if its link was still valid", async () => {
	const fixture = await createFixture();
	const requestToken = async () => {
		await resendVerificationLink(fixture.createContext(fixture.account));
		return fixture.readToken("verify-email");
	};
	const write = 'update "users"';
	const [replacedToken, loseResponse] = [await requestToken(), loseResponseTo(write)];
	const racingContext = fixture.createContext(fixture.account, async (statements) => {
		if (statements.some((sql) => sql.startsWith(write)))
			await fixture.db.delete(emailVerifications);
		return loseResponse(statements);
	});
	await expect(verifyEmail(racingContext, replacedToken)).rejects.toMatchObject(expiredLink);
	expect(await fixture.readVerifiedAt()).toBeNull();
	const token = await requestToken();
	await verifyEmail(fixture.createContext(fixture.account, loseResponseTo(write)), token);
	expect(await fixture.readVerifiedAt()).toBeInstanceOf(Date);
});

test.each([
	["", "mail_unavailable"],
	["E_RATE_LIMIT_EXCEEDED", "mail_unavailable"],
	["E_RECIPIENT_SUPPRESSED", "mail_undeliverable"],
])("the email service's error code '%s' is reported as %s", async (cloudflareCode, code) => {
	const fixture = await createFixture();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	const error = Object.assign(new Error("no"), cloudflareCode && { code: cloudflareCode });
	fixture.send.mockRejectedValueOnce(error);
	await expect(
		resendVerificationLink(fixture.createContext(fixture.account)),
	).rejects.toMatchObject({
		code,
	});
});

test("a new link keeps the tool of the previous link, even if the previous link could not be sent", async () => {
	const fixture = await createFixture();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	const context = fixture.createContext(fixture.account);
	const tool = "0123456789abcdef01234567";
	fixture.send.mockRejectedValueOnce(new Error("no"));
	await expect(resendVerificationLink(context, tool)).rejects.toMatchObject({
		code: "mail_unavailable",
	});
	await resendVerificationLink(context);
	expect(fixture.sentEmails[0]?.text).toContain(
		`token=${fixture.readToken("verify-email")}&${new URLSearchParams({ from: requestStockAlertPath(tool) })}`,
	);
	await resendVerificationLink(context, tool.replaceAll("0", "f"));
	await resendVerificationLink(context);
	expect(fixture.sentEmails.at(-1)?.text).toContain(tool.replaceAll("0", "f"));
});

test("reset requests send an existing account one email, with a link that is valid for an hour", async () => {
	const fixture = await createFixture();
	const readLog = spyOnSecurityLog();
	const otherAccount = await fixture.localShop.addAccount();
	await forgotPassword(fixture.createContext(null), "nobody@example.com");
	await Promise.all(fixture.backgroundWork);
	expect(fixture.sentEmails).toEqual([]);
	for (let attempt = 0; attempt < 2; attempt += 1) {
		await forgotPassword(fixture.createContext(null), otherAccount.email);
		await Promise.all(fixture.backgroundWork);
		const tokenHash = await hashToken(fixture.readToken("reset-password"));
		const expiresAt = new Date(startTime.getTime() + hourMs);
		expect(await fixture.db.select().from(resetTokens), "the first link is not replaced").toEqual([
			{ userId: otherAccount.id, tokenHash, expiresAt },
		]);
	}
	expect(fixture.sentEmails.map(({ to }) => to)).toEqual([otherAccount.email]);
	const createEntry = (user: string | null) => ({ security: "reset link requested", user });
	expect(readLog()).toMatchObject([
		createEntry(null),
		createEntry(otherAccount.id),
		createEntry(otherAccount.id),
	]);
});

test("if a reset email cannot be sent, only its own link is deleted, not a newer one or another account's", async () => {
	const fixture = await createFixture();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	const { db, account, send } = fixture;
	const otherAccount = await fixture.localShop.addAccount();
	const request = async (email: string) => {
		await forgotPassword(fixture.createContext(null), email);
		await Promise.all(fixture.backgroundWork);
		return (await db.select().from(resetTokens)).map(({ userId }) => userId).sort();
	};
	expect(await request(otherAccount.email)).toEqual([otherAccount.id]);
	send.mockRejectedValueOnce(new Error("no"));
	expect(await request(account.email)).toEqual([otherAccount.id]);
	send.mockImplementationOnce(async () => {
		const newerLink = { tokenHash: "newer" };
		await db.update(resetTokens).set(newerLink).where(eq(resetTokens.userId, account.id));
		throw new Error("no");
	});
	expect(await request(account.email)).toEqual([account.id, otherAccount.id].sort());
});
