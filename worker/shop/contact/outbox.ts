import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { ContactEmailKind } from "#contract/contact.ts";
import { dayMs } from "#contract/days.ts";
import { networkEmailsPerDay, shopEmailsPerDay } from "#contract/limits.ts";
import { hashToken } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { contactEmails, messages, quotes, subscribers, users } from "#worker/db/schema.ts";
import { type Email, getContactAddress } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import {
	createEmailSweep,
	createOutcomeWriter,
	emailsPerSweep,
	isDue,
	type QueuedEmail,
	sendQueuedEmail,
} from "../emails/send-queued-email.ts";
import { logFailure } from "../errors.ts";
import {
	writeCopyEmail,
	writeMessageEmail,
	writeQuoteRequestEmail,
	writeWelcomeEmail,
} from "./contact-email.ts";

const createEmailId = (kind: ContactEmailKind, subjectId: string): string => `${kind}:${subjectId}`;

/** Returns the value of the `networkHashPrefix` columns. */
export const getNetworkHashPrefix = async ({ visitor }: ShopContext): Promise<string> =>
	(await hashToken(visitor.network)).slice(0, 4);

/**
 * Returns a statement that queues an email. It must run in the same transaction as the change that the email is about, and after it.
 * @param where - queues the email only if this is true
 * @param networkHashPrefix - null if emails are not limited per network
 */
export function queueContactEmail(
	db: Database,
	kind: ContactEmailKind,
	subjectId: string,
	where: SQL | undefined,
	networkHashPrefix: string | null = null,
) {
	const row = {
		id: createEmailId(kind, subjectId),
		kind,
		subjectId,
		networkHashPrefix,
		nextTryAt: new Date(),
	};
	return insertSelect(db, contactEmails, row, sql`(select 1)`, where).onConflictDoNothing();
}

/**
 * Whether the last day's emails are below the limits, in total and per network. The limit per network prevents a single sender from using up the
 * shop's limit.
 * @param isCounted - selects the last day's emails
 */
export const isBelowLimits = (
	db: Database,
	table: typeof contactEmails | typeof subscribers,
	isCounted: SQL | undefined,
	max: number,
	networkHashPrefix: string | null,
): SQL | undefined =>
	and(
		lt(db.$count(table, isCounted), max),
		// A null prefix equals nothing, so no email is counted.
		lt(
			db.$count(table, and(isCounted, sql`${table.networkHashPrefix} = ${networkHashPrefix}`)),
			networkEmailsPerDay,
		),
	);

/** @param networkHashPrefix - only for messages, because sending one requires no account */
export const isBelowDailyLimit = (
	db: Database,
	kind: "message" | "quote",
	networkHashPrefix: string | null = null,
) => {
	const isRecent = gt(contactEmails.createdAt, new Date(Date.now() - dayMs));
	const isCounted = and(eq(contactEmails.kind, kind), isRecent);
	return isBelowLimits(db, contactEmails, isCounted, shopEmailsPerDay, networkHashPrefix);
};

/** Finds a quote request that staff have not answered. */
const findNewQuote = ({ db }: ShopContext, id: string) =>
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

async function writeEmail(
	shop: ShopContext,
	kind: ContactEmailKind,
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
		return quote ? writeQuoteRequestEmail(quote, getContactAddress(env), origin) : null;
	}
	const message = await db.select().from(messages).where(eq(messages.id, subjectId)).get();
	if (!message) return null;
	return kind === "copy"
		? writeCopyEmail(message)
		: writeMessageEmail(message, getContactAddress(env), origin);
}

type ContactEmail = { kind: ContactEmailKind; subjectId: string };

const createQueuedEmail = (shop: ShopContext, { kind, subjectId }: ContactEmail): QueuedEmail => ({
	outbox: contactEmails,
	key: contactEmails.id,
	where: eq(contactEmails.id, createEmailId(kind, subjectId)),
	getLogFields: () => ({ contact: createEmailId(kind, subjectId) }),
	async write(keys) {
		const email = await writeEmail(shop, kind, subjectId);
		return email && { email, keys };
	},
	storeOutcome: createOutcomeWriter(shop, contactEmails),
});

/** If sending fails, the sweep retries it. */
export const sendContactEmailAfterResponse = (
	shop: ShopContext,
	kind: ContactEmailKind,
	subjectId: string,
): void =>
	shop.waitUntil(() =>
		sendQueuedEmail(shop, createQueuedEmail(shop, { kind, subjectId }), new Date()).catch(
			logFailure("contact email"),
		),
	);

const findDue = ({ db }: ShopContext, now: Date) =>
	db
		.select({ kind: contactEmails.kind, subjectId: contactEmails.subjectId })
		.from(contactEmails)
		.where(isDue(contactEmails, now))
		.orderBy(asc(contactEmails.nextTryAt))
		.limit(emailsPerSweep);

export const sweepContactEmails = createEmailSweep(findDue, createQueuedEmail);
