import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { errors } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import { emailVerifications, resetTokens, users } from "#worker/db/schema.ts";
import type { Mail } from "#worker/services/mail.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
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
async function setScene() {
	const local = openLocalShop();
	onTestFinished(local.close);
	const account = await local.addAccount();
	const { db } = local.anonymous;
	await db.update(users).set({ emailProvedAt: null });
	const mails: Mail[] = [];
	const send = vi.fn(async (mail: Mail) => {
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
	const scene = await setScene();
	const shop = scene.shopOf(scene.account);
	const logged = spyOnLog();
	expect(await resendLink(shop)).toBe(true);
	const token = scene.tokenOf("verify-email");
	expect(scene.mails).toMatchObject([{ to: scene.account.email }]);
	expect(await scene.db.select().from(emailVerifications)).toEqual([
		{
			userId: scene.account.id,
			tokenHash: await hashToken(token),
			expiresAt: new Date(begin.getTime() + day),
		},
	]);
	expect(await getLinkState(shop, "another")).toBe("dead");
	expect(await getLinkState(shop, token)).toBe("live");
	await expect(verifyEmail(shop, "another")).rejects.toMatchObject(deadLink);
	expect(await scene.proved()).toBeNull();
	vi.setSystemTime(begin.getTime() + day - 1);
	expect(await getLinkState(shop, token)).toBe("live");
	await verifyEmail(shop, token);
	expect(await scene.proved()).toBeInstanceOf(Date);
	expect(await scene.db.select().from(emailVerifications), "used up").toEqual([]);
	expect(await getLinkState(shop, token)).toBe("verified");
	await expect(verifyEmail(shop, token)).rejects.toMatchObject(deadLink);
	expect(await resendLink(shop), "no other is sent").toBe(false);
	expect(scene.mails).toHaveLength(1);
	const user = scene.account.id;
	expect(logged()).toMatchObject([
		{ security: "verification link asked", user },
		{ security: "email verified", user },
	]);
});

test("a link that is used between its check and its use verifies nothing", async () => {
	const scene = await setScene();
	await resendLink(scene.shopOf(scene.account));
	const token = scene.tokenOf("verify-email");
	const shop = scene.shopOf(scene.account, async (asked) => {
		if (asked.some((sql) => sql.startsWith('update "users"'))) {
			await scene.db.delete(emailVerifications);
		}
	});
	await expect(verifyEmail(shop, token)).rejects.toMatchObject(deadLink);
	expect(await scene.proved()).toBeNull();
});

test("a link verifies nothing for another account, after a day, or after a newer one", async () => {
	const scene = await setScene();
	const shop = scene.shopOf(scene.account);
	await resendLink(shop);
	const first = scene.tokenOf("verify-email");
	const other = await scene.local.addAccount();
	await scene.db.update(users).set({ emailProvedAt: null });
	await expect(verifyEmail(scene.shopOf(other), first)).rejects.toMatchObject(deadLink);
	expect(await getLinkState(scene.shopOf(other), first)).toBe("dead");
	await resendLink(shop);
	await expect(verifyEmail(shop, first)).rejects.toMatchObject(deadLink);
	const second = scene.tokenOf("verify-email");
	vi.setSystemTime(begin.getTime() + day);
	expect(await getLinkState(shop, second)).toBe("dead");
	await expect(verifyEmail(shop, second)).rejects.toMatchObject(deadLink);
	expect([await scene.proved(), await scene.proved(other.id)]).toEqual([null, null]);
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
	const scene = await setScene();
	await resendLink(scene.shopOf(scene.account));
	const token = scene.tokenOf("verify-email");
	const shopOf = () => scene.shopOf(scene.account, losingOnce());
	await expect(verifyEmail(shopOf(), "another")).rejects.toMatchObject(deadLink);
	expect(await scene.proved()).toBeNull();
	await verifyEmail(shopOf(), token);
	expect(await scene.proved()).toBeInstanceOf(Date);
});

test("a visitor who requests a link gets an error when the mail was not accepted", async () => {
	const scene = await setScene();
	vi.spyOn(console, "error").mockReturnValue(undefined);
	scene.send.mockRejectedValueOnce(new Error("no"));
	const refused = { code: "mail_unavailable" };
	await expect(resendLink(scene.shopOf(scene.account))).rejects.toMatchObject(refused);
});

test("a forgotten password is answered by a mail to its account alone, with a link for an hour", async () => {
	const scene = await setScene();
	const logged = spyOnLog();
	const other = await scene.local.addAccount();
	await forgotPassword(scene.shopOf(null), "nobody@example.com");
	await Promise.all(scene.works);
	expect(scene.mails).toEqual([]);
	for (let turn = 0; turn < 2; turn += 1) {
		await forgotPassword(scene.shopOf(null), other.email);
		await Promise.all(scene.works);
		const tokenHash = await hashToken(scene.tokenOf("reset-password"));
		const expiresAt = new Date(begin.getTime() + hour);
		expect(await scene.db.select().from(resetTokens), "one, kept for half an hour").toEqual([
			{ userId: other.id, tokenHash, expiresAt },
		]);
	}
	expect(scene.mails.map(({ to }) => to)).toEqual([other.email]);
	const asked = (user: string | null) => ({ security: "reset link asked", user });
	expect(logged()).toMatchObject([asked(null), asked(other.id), asked(other.id)]);
});

test("a mail that cannot be sent after the answer is a line in the log", async () => {
	const scene = await setScene();
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	scene.send.mockRejectedValueOnce(new Error("no"));
	await forgotPassword(scene.shopOf(null), scene.account.email);
	await Promise.all(scene.works);
	expect(log).toHaveBeenCalledWith("password reset", expect.anything());
});
