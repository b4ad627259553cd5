import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { resetPath, verifyPath } from "#contract/return-path.ts";
import type { Account } from "#contract/roles.ts";
import { shopName } from "#contract/shop.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { emailVerifications, resetTokens } from "#worker/db/schema.ts";
import { sendEmail } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { writeEmail } from "../mails/email.ts";
import { write } from "../write.ts";

/*
 * Links that are mailed: one live link a user, which works once. The database holds the SHA-256 of its token.
 */

type LinkKind = {
	table: typeof resetTokens | typeof emailVerifications;
	/** How long it lives, and how long the next one does not replace it. */
	lifeMs: number;
	keptMs: number;
	pathOf: (token: string) => string;
	/** Nothing that somebody typed: who signs up with another's address must not write to it through the shop. */
	mail: { title: string; preheader: string; text: string; note: string };
};

const minuteMs = 60_000;

/** How much later than a request another may have begun whose link it finds: work after an answer ends within half a minute. */
const overtakenMs = 30_000;

/**
 * An hour: OWASP Forgot Password Cheat Sheet. Kept for half of it: a stranger who asks again and again must not end the link of the
 * account's owner.
 */
export const resetLinks: LinkKind = {
	table: resetTokens,
	lifeMs: 60 * minuteMs,
	keptMs: 30 * minuteMs,
	pathOf: resetPath,
	mail: {
		title: "Choose a new password",
		preheader: "The link works once, for one hour.",
		text: `Somebody asked for a new password for your account at ${shopName}. The link works once, for one hour.`,
		note: "Asking again within half an hour sends no other mail: use this one. If it was not you, do nothing: your password stays as it is.",
	},
};

export const verificationLinks: LinkKind = {
	table: emailVerifications,
	lifeMs: 24 * 60 * minuteMs,
	keptMs: 0,
	pathOf: verifyPath,
	mail: {
		title: "Verify your email",
		preheader: "Open the link within 24 hours to verify your address.",
		text: `Somebody signed up at ${shopName} with this address. If it was you, open the link within 24 hours and press Verify. It works once, while you are logged in.`,
		note: "If it was not you, do nothing. The account can do little without this step, and you can take it over at any time: choose “forget Password?” at login.",
	},
};

/** @returns whether this is the user's link now: not where the one before is kept */
async function setLink(
	shop: Shop,
	{ table, lifeMs, keptMs }: LinkKind,
	{ userId, tokenHash }: { userId: string; tokenHash: string },
): Promise<boolean> {
	const ends = Date.now() + lifeMs;
	const link = { tokenHash, expiresAt: new Date(ends) };
	const isReplaceable = lte(table.expiresAt, new Date(ends - keptMs));
	// Of before a clock was set back, and not accepted: not that of a request which began later and came to the database earlier.
	const isTooLong = gt(table.expiresAt, new Date(ends + overtakenMs));
	const { db } = shop;
	const isOwn = and(eq(table.userId, userId), eq(table.tokenHash, tokenHash));
	const set = await write(shop, {
		statements: [
			db
				.insert(table)
				.values({ userId, ...link })
				.onConflictDoUpdate({
					target: table.userId,
					set: link,
					setWhere: sql`${isReplaceable} or ${isTooLong}`,
				}),
		],
		done: db.select({ userId: table.userId }).from(table).where(isOwn),
	});
	return set !== null;
}

/** Sends the user a link, unless the one before is kept. @throws where the mail is not taken */
export async function sendLink(
	shop: Shop,
	kind: LinkKind,
	{ id: userId, email: to }: Pick<Account, "id" | "email">,
): Promise<void> {
	const { db, env, origin } = shop;
	const token = createToken();
	const tokenHash = await hashToken(token);
	if (!(await setLink(shop, kind, { userId, tokenHash }))) return;
	const { title, preheader, text, note } = kind.mail;
	const mail = writeEmail({
		to,
		subject: `${title} for ${shopName}`,
		preheader,
		blocks: [
			{ kind: "heading", text: title },
			{ kind: "paragraph", text },
			{ kind: "button", text: title, href: new URL(kind.pathOf(token), origin).href },
			{ kind: "note", text: note },
		],
	});
	try {
		await sendEmail(env, mail);
	} catch (error) {
		// A link that nobody has must not keep the next one from being sent.
		const own = and(eq(kind.table.userId, userId), eq(kind.table.tokenHash, tokenHash));
		await retry(() => db.delete(kind.table).where(own));
		throw error;
	}
}

/** The row of a link that can be used. */
export async function isLive({ table, lifeMs }: LinkKind, token: string): Promise<SQL | undefined> {
	const now = Date.now();
	return and(
		eq(table.tokenHash, await hashToken(token)),
		gt(table.expiresAt, new Date(now)),
		// After a clock was set back, a link of before would live longer.
		lte(table.expiresAt, new Date(now + lifeMs)),
	);
}
