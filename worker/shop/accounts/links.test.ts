import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, resetTokens, users } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/mail.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { Watcher } from "../../../tests/support/sqlite-d1.ts";
import { forgotPassword } from "./reset.ts";
import { getLinkState, resendLink, verifyEmail } from "./verify.ts";

const begin = new Date("2026-11-22T12:00:00Z");
beforeEach(() => {
	vi.useFakeTimers({ now: begin, toFake: ["Date"] });
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A shop that sends mails, and an account whose email is not verified. */
async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const account = await local.addAccount();
	const { db } = local.anonymous;
	await db.update(users).set({ emailProvedAt: null });
	const mails: Email[] = [];
	const send = vi.fn(async (mail: Email) => {
		mails.push(mail);
	});
	const works: Promise<unknown>[] = [];
	const shopOf = (who: Account | null, watch?: Watcher) => {
		const shop = local.shopOf(who, watch);
		const own: Record<string, unknown> = { EMAIL: { send }, MAIL_FROM: "Shop <shop@shop.test>" };
		const env = new Proxy(shop.env, {
			get: (target, name, receiver) =>
				typeof name === "string" && name in own ? own[name] : Reflect.get(target, name, receiver),
		});
		const waitUntil = (work: () => Promise<unknown>) => {
			works.push(work());
		};
		return { ...shop, env, waitUntil };
	};
	/** The token of the newest mail, which names the same link as text and as HTML. */
	const tokenOf = (path: string) => {
		const { text = "", html = "" } = mails.at(-1) ?? {};
		const token = new RegExp(`http://shop\\.test/${path}\\?token=([a-z2-7]{32})`).exec(text)?.[1];
		expect(html).toContain(token);
		return token ?? "";
	};
	const proved = async (id = account.id) =>
		(await db.select().from(users).where(eq(users.id, id)).get())?.emailProvedAt ?? null;
	return { local, db, account, mails, send, works, shopOf, tokenOf, proved };
}

const deadLink = {
	issues: [{ field: "token", message: errors.verification_link_expired.message }],
};

/** The lines that the security log got. */
const spyOnLog = () => {
	const log = vi.spyOn(console, "log").mockReturnValue(undefined);
	return () => log.mock.calls.map(([line]) => JSON.parse(String(line)));
};

test("a link verifies the email of its own account, for a day and once", async () => {
	const fixture = await createFixture();
	const shop = fixture.shopOf(fixture.account);
	const logged = spyOnLog();
	expect(await resendLink(shop)).toBe(true);
	const token = fixture.tokenOf("verify-email");
	expect(fixture.mails).toMatchObject([{ to: fixture.account.email }]);
	expect(await fixture.db.select().from(emailVerifications)).toEqual([
		{
			userId: fixture.account.id,
			tokenHash: await hashToken(token),
			expiresAt: new Date(begin.getTime() + day),
		},
	]);
	expect(await getLinkState(shop, "another")).toBe("dead");
	expect(await getLinkState(shop, token)).toBe("live");
	await expect(verifyEmail(shop, "another")).rejects.toMatchObject(deadLink);
	expect(await fixture.proved()).toBeNull();
	vi.setSystemTime(begin.getTime() + day - 1);
	expect(await getLinkState(shop, token)).toBe("live");
	await verifyEmail(shop, token);
	expect(await fixture.proved()).toBeInstanceOf(Date);
	expect(await fixture.db.select().from(emailVerifications), "used up").toEqual([]);
	expect(await getLinkState(shop, token)).toBe("verified");
	await expect(verifyEmail(shop, token)).rejects.toMatchObject(deadLink);
	expect(await resendLink(shop), "no other is sent").toBe(false);
	expect(fixture.mails).toHaveLength(1);
	const user = fixture.account.id;
	expect(logged()).toMatchObject([
		{ security: "verification link asked", user },
		{ security: "email verified", user },
	]);
});

test("a link that is used between its check and its use verifies nothing", async () => {
	const fixture = await createFixture();
	await resendLink(fixture.shopOf(fixture.account));
	const token = fixture.tokenOf("verify-email");
	const shop = fixture.shopOf(fixture.account, async (asked) => {
		if (asked.some((sql) => sql.startsWith('update "users"'))) {
			await fixture.db.delete(emailVerifications);
		}
	});
	await expect(verifyEmail(shop, token)).rejects.toMatchObject(deadLink);
	expect(await fixture.proved()).toBeNull();
});

test("a link verifies nothing for another account, after a day, or after a newer one", async () => {
	const fixture = await createFixture();
	const shop = fixture.shopOf(fixture.account);
	await resendLink(shop);
	const first = fixture.tokenOf("verify-email");
	const other = await fixture.local.addAccount();
	await fixture.db.update(users).set({ emailProvedAt: null });
	await expect(verifyEmail(fixture.shopOf(other), first)).rejects.toMatchObject(deadLink);
	expect(await getLinkState(fixture.shopOf(other), first)).toBe("dead");
	await resendLink(shop);
	await expect(verifyEmail(shop, first)).rejects.toMatchObject(deadLink);
	const second = fixture.tokenOf("verify-email");
	vi.setSystemTime(begin.getTime() + day);
	expect(await getLinkState(shop, second)).toBe("dead");
	await expect(verifyEmail(shop, second)).rejects.toMatchObject(deadLink);
	expect([await fixture.proved(), await fixture.proved(other.id)]).toEqual([null, null]);
});

/** The first write to the users is applied, and its response lost. */
function losingOnce(): Watcher {
	let losses = 0;
	return (statements) => {
		if (losses > 0 || !statements.some((sql) => sql.startsWith('update "users"'))) return;
		losses += 1;
		return () => {
			throw new Error("D1_ERROR: Network connection lost.");
		};
	};
}

test("a verification whose response was lost succeeds, and one that was never applied fails", async () => {
	const fixture = await createFixture();
	await resendLink(fixture.shopOf(fixture.account));
	const token = fixture.tokenOf("verify-email");
	const shopOf = () => fixture.shopOf(fixture.account, losingOnce());
	await expect(verifyEmail(shopOf(), "another")).rejects.toMatchObject(deadLink);
	expect(await fixture.proved()).toBeNull();
	await verifyEmail(shopOf(), token);
	expect(await fixture.proved()).toBeInstanceOf(Date);
});

test("a visitor who requests a link gets an error when the mail was not accepted", async () => {
	const fixture = await createFixture();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	fixture.send.mockRejectedValueOnce(new Error("no"));
	const refused = { code: "mail_unavailable" };
	await expect(resendLink(fixture.shopOf(fixture.account))).rejects.toMatchObject(refused);
});

test("a forgotten password is answered by a mail to its account alone, with a link for an hour", async () => {
	const fixture = await createFixture();
	const logged = spyOnLog();
	const other = await fixture.local.addAccount();
	await forgotPassword(fixture.shopOf(null), "nobody@example.com");
	await Promise.all(fixture.works);
	expect(fixture.mails).toEqual([]);
	for (let turn = 0; turn < 2; turn += 1) {
		await forgotPassword(fixture.shopOf(null), other.email);
		await Promise.all(fixture.works);
		const tokenHash = await hashToken(fixture.tokenOf("reset-password"));
		const expiresAt = new Date(begin.getTime() + hour);
		expect(await fixture.db.select().from(resetTokens), "one, kept for half an hour").toEqual([
			{ userId: other.id, tokenHash, expiresAt },
		]);
	}
	expect(fixture.mails.map(({ to }) => to)).toEqual([other.email]);
	const asked = (user: string | null) => ({ security: "reset link asked", user });
	expect(logged()).toMatchObject([asked(null), asked(other.id), asked(other.id)]);
});

test("a mail that cannot be sent after the answer is a line in the log", async () => {
	const fixture = await createFixture();
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	fixture.send.mockRejectedValueOnce(new Error("no"));
	await forgotPassword(fixture.shopOf(null), fixture.account.email);
	await Promise.all(fixture.works);
	expect(log).toHaveBeenCalledWith("password reset", expect.anything());
});
