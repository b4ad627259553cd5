import { messageSubjects, unsubscribePath } from "#contract/contact.ts";
import { formatDay } from "#contract/dates.ts";
import { quoteNumber, quotePath, shopName } from "#contract/shop.ts";
import type { messages, quotes } from "#worker/db/schema.ts";
import type { Email } from "#worker/services/email.ts";
import { type EmailDetail, toOneLine, writeEmail } from "../emails/write-email.ts";

type Message = typeof messages.$inferSelect;

const createMessageDetails = ({ name, email, subject, orderNumber }: Message): EmailDetail[] => [
	["Name", toOneLine(name)],
	["Email", email],
	["About", messageSubjects[subject]],
	["Order", toOneLine(orderNumber ?? "")],
];

/** Writes the email that forwards a message to the shop. Replies go to the sender. */
export const writeMessageEmail = (message: Message, to: string, origin: string): Email => ({
	...writeEmail({
		to,
		subject: `${messageSubjects[message.subject]}: message from ${toOneLine(message.name)}`,
		preheader: toOneLine(message.text.slice(0, 120)),
		heading: "A message from the contact form",
		text: message.text,
		details: createMessageDetails(message),
		links: [
			{
				text: "Open in the dashboard",
				href: new URL(`/dashbord/messages/${message.id}`, origin).href,
				isButton: true,
			},
		],
		note: "Replies to this email go to the sender. Their address is not verified.",
	}),
	replyTo: message.email,
});

type QuoteRequest = Pick<
	typeof quotes.$inferSelect,
	"id" | "tools" | "message" | "company" | "phone" | "neededBy"
> & { name: string; email: string };

/** Writes the email that forwards a quote request to the shop. Replies go to the customer. */
export function writeQuoteRequestEmail(quote: QuoteRequest, to: string, origin: string): Email {
	const { id, name, email, company, phone, neededBy, tools, message } = quote;
	const text = [tools, message].filter(Boolean).join("\n\n");
	return {
		...writeEmail({
			to,
			subject: `Quote request from ${toOneLine(company || name)}`,
			preheader: toOneLine(text.slice(0, 120)),
			heading: "A customer requested a quote",
			text,
			details: [
				["Quote", quoteNumber(id)],
				["Name", toOneLine(name)],
				["Email", email],
				["Company", toOneLine(company)],
				["Phone", toOneLine(phone)],
				["Needed by", neededBy ? formatDay(new Date(neededBy)) : ""],
			],
			links: [
				{ text: "Open the request", href: new URL(quotePath(id), origin).href, isButton: true },
			],
			note: "The customer gets your prices when you send the quote in the dashboard. Replies to this email go to them.",
		}),
		replyTo: email,
	};
}

/** Writes the copy for the sender, whose address is verified. */
export const writeCopyEmail = (message: Message): Email =>
	writeEmail({
		to: message.email,
		subject: `${shopName} received your message`,
		preheader: "We reply by email on business days.",
		heading: "We received your message",
		text: `Thank you for writing to us. We reply by email on business days. Your message:\n\n${message.text}`,
		details: createMessageDetails(message),
		links: [],
		note: `You are receiving this email because you wrote to ${shopName} while you were signed in.`,
	});

/** Contains no visitor input, because anyone could otherwise make the shop send their text to another person's address. */
export const writeConfirmationEmail = (to: string, href: string): Email =>
	writeEmail({
		to,
		subject: `Confirm your subscription to the ${shopName} newsletter`,
		preheader: "Open the link within 7 days to subscribe.",
		heading: "Confirm your subscription",
		text: `Someone asked to send the ${shopName} newsletter to this address. If this was you, open the link within 7 days and press Confirm.`,
		links: [{ text: "Confirm your subscription", href, isButton: true }],
		note: "If this wasn't you, do nothing. You won't get the newsletter unless you confirm.",
	});

/** The headers let mail programs show a button that unsubscribes without opening a page (RFC 8058). */
export function writeWelcomeEmail(to: string, unsubscribeToken: string, origin: string): Email {
	const href = new URL(unsubscribePath(unsubscribeToken), origin).href;
	return {
		...writeEmail({
			to,
			subject: `You are subscribed to the ${shopName} newsletter`,
			preheader: "New tools and price changes, by email.",
			heading: "You are subscribed",
			text: "We will email you about new tools and price changes.",
			links: [{ text: "Unsubscribe", href }],
			note: "You are receiving this email because you confirmed this address.",
		}),
		headers: {
			"List-Unsubscribe": `<${href}>`,
			"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		},
	};
}
