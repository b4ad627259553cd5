import { asc, count, eq, sql, sum } from "drizzle-orm";
import { formatDay } from "#contract/dates.ts";
import { lastFullDayBefore } from "#contract/days.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { ownQuotePath, ownQuotesPath, quoteNumber, shopName } from "#contract/shop.ts";
import { quoteEmails, quoteLines, quotes, users } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/email.ts";
import type { ShopContext } from "../context.ts";
import {
	createEmailSweep,
	createOutcomeWriter,
	emailsPerSweep,
	isDue,
	type QueuedEmail,
	sendQueuedEmail,
} from "../emails/send-queued-email.ts";
import { toOneLine, writeEmail } from "../emails/write-email.ts";
import { logFailure } from "../errors.ts";
import { getQuoteState } from "./read.ts";

type ReadyQuote = {
	id: string;
	email: string;
	note: string;
	expiresAt: Date;
	toolCount: number;
	totalCents: number;
};

/** Must not contain the customer's own text. Otherwise, an account with another person's address could be used to send them spam. */
function writeQuoteEmail(quote: ReadyQuote, origin: string): Email {
	const { id, email, note, expiresAt, toolCount, totalCents } = quote;
	const number = quoteNumber(id);
	const lastDay = formatDay(lastFullDayBefore(expiresAt));
	return writeEmail({
		to: email,
		subject: `Your quote ${number} is ready`,
		preheader: `${formatCents(totalCents)}, valid until ${lastDay}`,
		heading: "Your quote is ready.",
		text: "Open it to see the prices. You can accept it and pay, or decline it.",
		details: [
			["Quote", number],
			["Tools", formatInteger(toolCount)],
			["Total", formatCents(totalCents), "large"],
			["Valid until", lastDay],
			["Note", toOneLine(note)],
		],
		links: [
			{ text: "Open the quote", href: new URL(ownQuotePath(id), origin).href, isButton: true },
			{ text: "All your quotes", href: new URL(ownQuotesPath, origin).href },
		],
		note: `You are receiving this email because you requested a quote from ${shopName}.`,
	});
}

/**
 * Like emails before a payment, a quote email is sent only to a verified address (docs/decisions/email-verification.md).
 * @returns null if the email must not be sent
 */
async function findQuoteToEmail({ db }: ShopContext, id: string): Promise<ReadyQuote | null> {
	const row = await db
		.select({
			id: quotes.id,
			state: quotes.state,
			note: quotes.note,
			expiresAt: quotes.expiresAt,
			email: users.email,
			isVerified: sql`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
			toolCount: count(quoteLines.productId),
			totalCents: sum(sql`${quoteLines.quantity} * ${quoteLines.unitPriceCents}`).mapWith(Number),
		})
		.from(quotes)
		.innerJoin(users, eq(users.id, quotes.userId))
		.innerJoin(quoteLines, eq(quoteLines.quoteId, quotes.id))
		.where(eq(quotes.id, id))
		.groupBy(quotes.id)
		.get();
	if (!row?.isVerified || row.expiresAt === null || getQuoteState(row) !== "answered") return null;
	return { ...row, expiresAt: row.expiresAt };
}

const createQueuedEmail = (shop: ShopContext, { quoteId }: { quoteId: string }): QueuedEmail => ({
	outbox: quoteEmails,
	key: quoteEmails.quoteId,
	where: eq(quoteEmails.quoteId, quoteId),
	getLogFields: () => ({ quote: quoteId }),
	storeOutcome: createOutcomeWriter(shop, quoteEmails),
	async write(keys) {
		const quote = await findQuoteToEmail(shop, quoteId);
		return quote && { email: writeQuoteEmail(quote, shop.origin), keys };
	},
});

/** If this fails, the sweep tries again. */
export const sendQuoteEmailAfterResponse = (shop: ShopContext, quoteId: string): void =>
	shop.waitUntil(() =>
		sendQueuedEmail(shop, createQueuedEmail(shop, { quoteId }), new Date()).catch(
			logFailure("quote email"),
		),
	);

const findDueEmails = ({ db }: ShopContext, now: Date) =>
	db
		.select({ quoteId: quoteEmails.quoteId })
		.from(quoteEmails)
		.where(isDue(quoteEmails, now))
		.orderBy(asc(quoteEmails.nextTryAt))
		.limit(emailsPerSweep);

export const sweepQuoteEmails = createEmailSweep(findDueEmails, createQueuedEmail);
