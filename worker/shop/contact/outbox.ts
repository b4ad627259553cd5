import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { ContactMailKind } from "#contract/contact.ts";
import { dayMs } from "#contract/dates.ts";
import { networkMailsPerDay, shopMailsPerDay } from "#contract/limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { contactMails, messages, quotes, subscribers, users } from "#worker/db/schema.ts";
import { contactOf, type Email } from "#worker/services/mail.ts";
import type { Shop } from "../context.ts";
import { logFailure } from "../errors.ts";
import {
	createMailSweep,
	isDue,
	keepOutcome,
	mailsPerSweep,
	type QueuedEmail,
	send,
} from "../mails/attempt.ts";
import {
	writeCopyEmail,
	writeMessageEmail,
	writeQuoteRequestEmail,
	writeWelcomeEmail,
} from "./contact-mail.ts";

const mailId = (kind: ContactMailKind, subjectId: string): string => `${kind}:${subjectId}`;

export const hashNetwork = async ({ visitor }: Shop): Promise<string> =>
	(await hashToken(visitor.network)).slice(0, 4);

/**
 * The statement must run after the change, in its transaction.
 * @param where condition for queuing it
 * @param network only if emails are limited per network
 */
export function queueContactMail(
	db: Database,
	kind: ContactMailKind,
	subjectId: string,
	where: SQL | undefined,
	network: string | null = null,
) {
	const row = { id: mailId(kind, subjectId), kind, subjectId, network, nextTryAt: new Date() };
	return insertFrom(db, contactMails, row, sql`(select 1)`, where).onConflictDoNothing();
}

/**
 * Limits emails per day, in total and per network, so that nobody can use up the limit of the whole shop.
 * @param counted selects the emails of the last day
 */
export const isBelowLimits = (
	db: Database,
	table: typeof contactMails | typeof subscribers,
	counted: SQL | undefined,
	max: number,
	network: string | null,
): SQL | undefined =>
	and(
		lt(db.$count(table, counted), max),
		// Null equals no network, so nothing is counted.
		lt(db.$count(table, and(counted, sql`${table.network} = ${network}`)), networkMailsPerDay),
	);

/** @param network only for messages, which need no account */
export const isBelowDailyLimit = (
	db: Database,
	kind: "message" | "quote",
	network: string | null = null,
) => {
	const isRecent = gt(contactMails.createdAt, new Date(Date.now() - dayMs));
	const counted = and(eq(contactMails.kind, kind), isRecent);
	return isBelowLimits(db, contactMails, counted, shopMailsPerDay, network);
};

/** Undefined once it needs no answer. */
const findNewQuote = ({ db }: Shop, id: string) =>
	db
		.select({
			id: quotes.id,
			tools: quotes.tools,
			message: quotes.message,
			company: quotes.company,
			phone: quotes.phone,
			neededBy: quotes.neededBy,
			name: users.name,
			email: users.email,
		})
		.from(quotes)
		.innerJoin(users, eq(users.id, quotes.userId))
		.where(and(eq(quotes.id, id), eq(quotes.state, "new")))
		.get();

async function writeMail(
	shop: Shop,
	kind: ContactMailKind,
	subjectId: string,
): Promise<Email | null> {
	const { db, env, origin } = shop;
	if (kind === "welcome") {
		const subscriber = await db
			.select()
			.from(subscribers)
			.where(eq(subscribers.id, subjectId))
			.get();
		return subscriber
			? writeWelcomeEmail(subscriber.email, subscriber.unsubscribeToken, origin)
			: null;
	}
	if (kind === "quote") {
		const quote = await findNewQuote(shop, subjectId);
		return quote ? writeQuoteRequestEmail(quote, contactOf(env), origin) : null;
	}
	const message = await db.select().from(messages).where(eq(messages.id, subjectId)).get();
	if (!message) return null;
	return kind === "copy"
		? writeCopyEmail(message)
		: writeMessageEmail(message, contactOf(env), origin);
}

type ContactMail = { kind: ContactMailKind; subjectId: string };

const createQueuedMail = (shop: Shop, { kind, subjectId }: ContactMail): QueuedEmail => ({
	outbox: contactMails,
	key: contactMails.id,
	where: eq(contactMails.id, mailId(kind, subjectId)),
	describe: () => ({ contact: mailId(kind, subjectId) }),
	async write(keys) {
		const email = await writeMail(shop, kind, subjectId);
		return email && { email, keys };
	},
	end: keepOutcome(shop, contactMails),
});

/** If it fails, the sweep retries it. */
export const sendContactMailAfterResponse = (
	shop: Shop,
	kind: ContactMailKind,
	subjectId: string,
): void =>
	shop.waitUntil(() =>
		send(shop, createQueuedMail(shop, { kind, subjectId }), new Date()).catch(
			logFailure("contact mail"),
		),
	);

const findDue = ({ db }: Shop, now: Date) =>
	db
		.select({ kind: contactMails.kind, subjectId: contactMails.subjectId })
		.from(contactMails)
		.where(isDue(contactMails, now))
		.orderBy(asc(contactMails.nextTryAt))
		.limit(mailsPerSweep);

export const sweepContactMails = createMailSweep(findDue, createQueuedMail);
