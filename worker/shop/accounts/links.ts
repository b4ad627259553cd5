import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Account } from "#contract/roles.ts";
import { shopName } from "#contract/shop.ts";
import { resetPath, verifyPath } from "#contract/sign-in-paths.ts";
import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { retry } from "#worker/db/retry.ts";
import { emailVerifications, resetTokens } from "#worker/db/schema.ts";
import { sendEmail } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import { writeEmail } from "../emails/write-email.ts";
import { write } from "../write.ts";

/* Links sent by email. Each works once, and a user has at most one of each kind. */

type LinkKind = {
	table: typeof resetTokens | typeof emailVerifications;
	lifetimeMs: number;
	/** How old a link must be before another request replaces it. */
	replaceableAfterMs: number;
	createPath: (token: string) => string;
	/** Values of the table's other columns. */
	values?: { tool: string | null | undefined };
	/** Contains no visitor input, because anyone could otherwise make the shop send their text to another person's address. */
	content: { title: string; preheader: string; text: string; note: string };
};

const minuteMs = 60_000;

/** A concurrent request's link expires at most this much later, because Cloudflare ends the work in `waitUntil` 30 seconds after the response. */
const maxConcurrentMs = 30_000;

/** A link is not replaced during its first half hour, because a stranger could otherwise keep invalidating it by requesting another. */
export const resetLinks: LinkKind = {
	table: resetTokens,
	lifetimeMs: 60 * minuteMs,
	replaceableAfterMs: 30 * minuteMs,
	createPath: resetPath,
	content: {
		title: "Choose a new password",
		preheader: "The link works once, for one hour.",
		text: `Someone requested a new password for your account at ${shopName}. The link works once, for one hour.`,
		note: "If you request it again within half an hour, we won't send another email: use this one. If this wasn't you, do nothing: your password stays the same.",
	},
};

export const verificationLinks: LinkKind = {
	table: emailVerifications,
	lifetimeMs: 24 * 60 * minuteMs,
	replaceableAfterMs: 0,
	createPath: verifyPath,
	content: {
		title: "Verify your email",
		preheader: "Open the link within 24 hours to verify your address.",
		text: `Someone signed up at ${shopName} with this address. If this was you, open the link within 24 hours and press Verify. It works once, while you are logged in.`,
		note: "If this wasn't you, do nothing. The account is limited until this address is verified, and you can take it over at any time: choose “forget Password?” at login.",
	},
};

/** Returns false if the previous link must not be replaced yet. */
async function storeLink(shop: ShopContext, kind: LinkKind, userId: string, tokenHash: string) {
	const { table, lifetimeMs, replaceableAfterMs, values } = kind;
	const expiresAt = Date.now() + lifetimeMs;
	const link = { ...values, tokenHash, expiresAt: new Date(expiresAt) };
	const isReplaceable = lte(table.expiresAt, new Date(expiresAt - replaceableAfterMs));
	// A link that expires this late was created before the clock was set back.
	const isFromFuture = gt(table.expiresAt, new Date(expiresAt + maxConcurrentMs));
	// The user id is the key of both tables; only one of them has an index on the hash.
	const isOwn = and(eq(table.userId, userId), eq(table.tokenHash, tokenHash));
	const stored = await write(shop, {
		statements: [
			shop.db
				.insert(table)
				.values({ userId, ...link })
				.onConflictDoUpdate({
					target: table.userId,
					set: link,
					setWhere: sql`${isReplaceable} or ${isFromFuture}`,
				}),
		],
		confirmWrite: shop.db.select({ userId: table.userId }).from(table).where(isOwn),
	});
	return stored !== null;
}

/**
 * Sends nothing if the previous link must not be replaced yet.
 * @throws if the email cannot be sent
 */
export async function sendLink(
	shop: ShopContext,
	kind: LinkKind,
	{ id: userId, email: to }: Pick<Account, "id" | "email">,
): Promise<void> {
	const { db, env, origin } = shop;
	const token = createToken();
	const tokenHash = await hashToken(token);
	if (!(await storeLink(shop, kind, userId, tokenHash))) return;
	const { title, ...content } = kind.content;
	const href = new URL(kind.createPath(token), origin).href;
	const email = writeEmail({
		to,
		subject: `${title} for ${shopName}`,
		heading: title,
		...content,
		links: [{ text: title, href, isButton: true }],
	});
	try {
		await sendEmail(env, email);
	} catch (error) {
		if (kind.replaceableAfterMs > 0) {
			// A link that was never sent must not block the next one.
			const isOwn = and(eq(kind.table.userId, userId), eq(kind.table.tokenHash, tokenHash));
			await retry(() => db.delete(kind.table).where(isOwn));
		}
		throw error;
	}
}

export async function createValidLinkCondition(
	{ table, lifetimeMs }: LinkKind,
	token: string,
): Promise<SQL | undefined> {
	const now = Date.now();
	return and(
		eq(table.tokenHash, await hashToken(token)),
		gt(table.expiresAt, new Date(now)),
		// If the clock was set back, an older link would otherwise be valid for longer.
		lte(table.expiresAt, new Date(now + lifetimeMs)),
	);
}
