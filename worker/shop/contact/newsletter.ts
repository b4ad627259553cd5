import { and, desc, eq, exists, gt, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { confirmSubscriptionPath, unsubscribePath } from "#contract/contact.ts";
import { dayMs } from "#contract/days.ts";
import { ShopError } from "#contract/errors.ts";
import { confirmationEmailsPerDay } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId, createToken, hashToken } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { retry } from "#worker/db/retry.ts";
import { subscribers } from "#worker/db/schema.ts";
import { sendEmail, UndeliverableError } from "#worker/services/email.ts";
import { createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { exportCsv } from "../csv-export.ts";
import { logFailure } from "../errors.ts";
import { readPage, startsWith, type TableView } from "../list-queries.ts";
import { write, writeAudited } from "../write.ts";
import { writeConfirmationEmail } from "./contact-email.ts";
import {
	getNetworkHashPrefix,
	isBelowLimits,
	queueContactEmail,
	sendContactEmailAfterResponse,
} from "./outbox.ts";

const linkLifetimeMs = 7 * dayMs;

/** Returns null if the address is subscribed or was sent a link in the last day, or if the shop or this network has reached its daily limit. */
async function storeLink(
	shop: ShopContext,
	email: string,
): Promise<{ token: string; hash: string } | null> {
	const { db } = shop;
	const token = createToken();
	const hash = await hashToken(token);
	const expiresAt = Date.now() + linkLifetimeMs;
	const networkHashPrefix = await getNetworkHashPrefix(shop);
	const link = { tokenHash: hash, tokenExpiresAt: new Date(expiresAt), networkHashPrefix };
	const dayOldLinkExpiry = new Date(expiresAt - dayMs);
	const isPending = isNull(subscribers.confirmedAt);
	const isSentToday = and(isPending, gt(subscribers.tokenExpiresAt, dayOldLinkExpiry));
	const row = { id: createId(), email, unsubscribeToken: createToken(), ...link };
	const isBelowLimit = isBelowLimits(
		db,
		subscribers,
		isSentToday,
		confirmationEmailsPerDay,
		networkHashPrefix,
	);
	const stored = await write(shop, {
		statements: [
			insertSelect(db, subscribers, row, sql`(select 1)`, isBelowLimit).onConflictDoUpdate({
				target: subscribers.email,
				set: link,
				setWhere: sql`${isPending} and ${lte(subscribers.tokenExpiresAt, dayOldLinkExpiry)}`,
			}),
		],
		confirmWrite: db
			.select({ id: subscribers.id })
			.from(subscribers)
			.where(eq(subscribers.tokenHash, hash)),
	});
	return stored && { token, hash };
}

async function sendConfirmation(shop: ShopContext, email: string): Promise<void> {
	const link = await storeLink(shop, email);
	if (!link) return;
	const href = new URL(confirmSubscriptionPath(link.token), shop.origin).href;
	try {
		await sendEmail(shop.env, writeConfirmationEmail(email, href));
	} catch (error) {
		// A link that was never sent must not block the next one, unless the address does not accept email.
		if (!(error instanceof UndeliverableError)) {
			const isUnsent = and(eq(subscribers.tokenHash, link.hash), isNull(subscribers.confirmedAt));
			await retry(() => shop.db.delete(subscribers).where(isUnsent));
		}
		throw error;
	}
}

/**
 * Sends a link after the response. The response does not show whether the address is subscribed.
 * @throws ShopError 429
 */
export async function subscribe(shop: ShopContext, email: string): Promise<void> {
	await enforceRateLimit(shop.env, "subscribeNetwork", shop.visitor.network);
	await enforceRateLimit(shop.env, "subscribeEmail", email);
	shop.waitUntil(() => sendConfirmation(shop, email).catch(logFailure("newsletter")));
}

const createLinkCondition = async (token: string): Promise<SQL | undefined> =>
	and(
		eq(subscribers.tokenHash, await hashToken(token)),
		gt(subscribers.tokenExpiresAt, new Date()),
	);

/** Returns null if the link is unknown or expired. */
export async function findSubscription({ db }: ShopContext, token: string) {
	const subscription = await db
		.select({ email: subscribers.email, confirmedAt: subscribers.confirmedAt })
		.from(subscribers)
		.where(await createLinkCondition(token))
		.get();
	return subscription ?? null;
}

/**
 * Can be repeated while the link is valid.
 * @throws ShopError 400 if the link is unknown or expired
 */
export async function confirmSubscription(shop: ShopContext, token: string): Promise<void> {
	const { db } = shop;
	const hasLink = await createLinkCondition(token);
	const subscriber = await db.select({ id: subscribers.id }).from(subscribers).where(hasLink).get();
	if (!subscriber) throw new ShopError("subscription_link_expired");
	const isConfirmed = and(hasLink, isNotNull(subscribers.confirmedAt));
	const written = await write(shop, {
		statements: [
			db
				.update(subscribers)
				.set({ confirmedAt: new Date() })
				.where(and(hasLink, isNull(subscribers.confirmedAt))),
			queueContactEmail(db, "welcome", subscriber.id, sql`1`),
		],
		confirmWrite: db.select({ id: subscribers.id }).from(subscribers).where(isConfirmed),
	});
	if (!written) throw new ShopError("subscription_link_expired");
	sendContactEmailAfterResponse(shop, "welcome", subscriber.id);
}

/** Does nothing if the address is no longer subscribed. */
export const unsubscribe = async ({ db }: ShopContext, token: string): Promise<void> => {
	await retry(() => db.delete(subscribers).where(eq(subscribers.unsubscribeToken, token)));
};

const columns = {
	id: subscribers.id,
	email: subscribers.email,
	confirmedAt: sql<Date>`${subscribers.confirmedAt}`.mapWith(subscribers.confirmedAt),
};
const isSubscribed = isNotNull(subscribers.confirmedAt);
const newestSubscriberFirst = [desc(subscribers.confirmedAt), desc(subscribers.id)];

/**
 * Reads a page of subscribers, sorted by email if there is a search, otherwise newest first.
 * @throws ShopError 401, 403
 */
export async function getSubscribersPage(shop: ShopContext, { page, search }: TableView) {
	requireCapability(shop, "newsletter:export");
	const { db } = shop;
	const isMatch = search ? startsWith(subscribers.email, search.toLowerCase()) : undefined;
	const query = db
		.select(columns)
		.from(subscribers)
		.where(and(isSubscribed, isMatch))
		.orderBy(...(search ? [subscribers.email] : newestSubscriberFirst));
	const [view, count] = await Promise.all([
		readPage(query, page),
		db.$count(subscribers, isSubscribed),
	]);
	return { ...view, count };
}

export type Subscriber = Awaited<ReturnType<typeof getSubscribersPage>>["rows"][number];

const rowsPerRead = 2_500;

/**
 * Exports subscribers sorted by email, with the unsubscribe link that each email to them must contain.
 * @throws ShopError 401, 403
 */
export async function exportSubscribers(shop: ShopContext) {
	const account = requireCapability(shop, "newsletter:export");
	const { db, origin } = shop;
	type Row = Subscriber & { unsubscribeToken: string };
	return exportCsv(shop, account, {
		entry: { action: "subscribers-exported", id: "newsletter", name: "Newsletter" },
		headings: ["Email", "Subscribed", "Unsubscribe"],
		toCells: ({ email, confirmedAt, unsubscribeToken }: Row) => [
			email,
			confirmedAt.toISOString(),
			new URL(unsubscribePath(unsubscribeToken), origin).href,
		],
		readAfter: (last) =>
			retry(() =>
				db
					.select({ ...columns, unsubscribeToken: subscribers.unsubscribeToken })
					.from(subscribers)
					.where(and(isSubscribed, gt(subscribers.email, last?.email ?? "")))
					.orderBy(subscribers.email)
					.limit(rowsPerRead),
			),
		rowsPerRead,
	});
}

/**
 * Removes an address when its owner asks staff to. Returns 1, the number of deleted addresses.
 * @throws ShopError 401, 403, 404
 */
export async function removeSubscriber(shop: ShopContext, email: string): Promise<number> {
	const account = requireCapability(shop, "newsletter:remove");
	const { db } = shop;
	const isAddress = eq(subscribers.email, email);
	const audit = createAuditEntry(account, {
		action: "subscriber-removed",
		id: "newsletter",
		// The entry omits the address, because its owner wants to be forgotten.
		name: sql`'Newsletter'`,
		detail: sql`''`,
		where: exists(db.select({ id: subscribers.id }).from(subscribers).where(isAddress)),
	});
	const removed = await writeAudited(shop, {
		audit,
		statements: [db.delete(subscribers).where(isAddress)],
	});
	if (!removed) throw new ShopError("subscriber_not_found");
	return 1;
}

/** Deletes addresses that were not confirmed in time. */
export const sweepSubscriptions = async ({ db }: ShopContext, now: Date): Promise<void> => {
	const isExpired = and(isNull(subscribers.confirmedAt), lt(subscribers.tokenExpiresAt, now));
	await retry(() => db.delete(subscribers).where(isExpired));
};
