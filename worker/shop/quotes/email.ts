import { asc, count, eq, sql, sum } from "drizzle-orm";
import { formatDay, lastFullDayBefore } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderNumber, ownQuotePath, ownQuotesPath, shopName } from "#contract/shop.ts";
import { quoteEmails, quoteLines, quotes, users } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/email.ts";
import type { Shop } from "../context.ts";
import {
	createEmailSweep,
	emailsPerSweep,
	isDue,
	type QueuedEmail,
	sendQueuedEmail,
	storeOutcomeIn,
} from "../emails/send-queued-email.ts";
import { toOneLine, writeEmail } from "../emails/write-email.ts";
import { logFailure } from "../errors.ts";
import { quoteStateOf } from "./read.ts";

type ReadyQuote = {
	id: string;
	email: string;
	note: string;
	expiresAt: Date;
	tools: number;
	totalCents: number;
};

/** Contains nothing that the customer typed, because an account can be opened with another person's address, which would get that text. */
function writeQuoteEmail(quote: ReadyQuote, origin: string): Email {
	const { id, email, note, expiresAt, tools, totalCents } = quote;
	const number = orderNumber(id);
	const lastDay = formatDay(lastFullDayBefore(expiresAt));
	return writeEmail({
		to: email,
		subject: `Your quote ${number} is ready`,
		preheader: `${formatCents(totalCents)}, valid until ${lastDay}`,
		heading: "Your quote is ready.",
		text: "Open it to see the prices. You can accept it and pay, or decline it.",
		details: [
			["Quote", number],
			["Tools", formatCount(tools, "kind")],
			["Total", formatCents(totalCents), "large"],
			["Valid until", lastDay],
			...(note ? [["Note", toOneLine(note)] satisfies [string, string]] : []),
		],
		links: [
			{ text: "Open the quote", href: new URL(ownQuotePath(id), origin).href, isButton: true },
			{ text: "All your quotes", href: new URL(ownQuotesPath, origin).href },
		],
		note: `You are receiving this email because you requested a quote from ${shopName}.`,
	});
}

/**
 * Like emails before a payment, it is sent only to a verified address (docs/decisions/email-verification.md).
 * @returns null if it must not be sent
 */
async function findQuoteToEmail({ db }: Shop, id: string): Promise<ReadyQuote | null> {
	const row = await db
		.select({
			id: quotes.id,
			state: quotes.state,
			note: quotes.note,
			expiresAt: quotes.expiresAt,
			email: users.email,
			isVerified: sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
			tools: count(quoteLines.productId),
			totalCents: sum(sql`${quoteLines.quantity} * ${quoteLines.unitPriceCents}`).mapWith(Number),
		})
		.from(quotes)
		.innerJoin(users, eq(users.id, quotes.userId))
		.innerJoin(quoteLines, eq(quoteLines.quoteId, quotes.id))
		.where(eq(quotes.id, id))
		.groupBy(quotes.id)
		.get();
	if (!row?.isVerified || row.expiresAt === null || quoteStateOf(row) !== "answered") return null;
	return { ...row, expiresAt: row.expiresAt };
}

const createQueuedEmail = (shop: Shop, { quoteId }: { quoteId: string }): QueuedEmail => ({
	outbox: quoteEmails,
	key: quoteEmails.quoteId,
	where: eq(quoteEmails.quoteId, quoteId),
	describe: () => ({ quote: quoteId }),
	storeOutcome: storeOutcomeIn(shop, quoteEmails),
	async write(keys) {
		const quote = await findQuoteToEmail(shop, quoteId);
		return quote && { email: writeQuoteEmail(quote, shop.origin), keys };
	},
});

/** The sweep sends it again if it fails. */
export const sendQuoteEmailAfterResponse = (shop: Shop, quoteId: string): void =>
	shop.waitUntil(() =>
		sendQueuedEmail(shop, createQueuedEmail(shop, { quoteId }), new Date()).catch(
			logFailure("quote email"),
		),
	);

const findDue = ({ db }: Shop, now: Date) =>
	db
		.select({ quoteId: quoteEmails.quoteId })
		.from(quoteEmails)
		.where(isDue(quoteEmails, now))
		.orderBy(asc(quoteEmails.nextTryAt))
		.limit(emailsPerSweep);

export const sweepQuoteEmails = createEmailSweep(findDue, createQueuedEmail);
