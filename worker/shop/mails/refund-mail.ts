import { formatUnits } from "#contract/money.ts";
import { orderNumber, shopName } from "#contract/shop.ts";
import type { Mail } from "#worker/services/mail.ts";
import { oneLine, writeMail } from "./letter.ts";
import type { Fact } from "./part.ts";

/** A refund that the shop has made by itself; `toolName` is null where the order is gone. */
export type RefundNews = {
	to: string;
	orderId: string;
	paymentId: string;
	toolName: string | null;
	/** In the smallest unit of the currency (ISO 4217). */
	amountCents: number;
	currency: string;
};

/** Where the home page says how to reach the shop. */
const contactPath = "/#contact";

/**
 * What a customer reads when money came for an order that it cannot pay, and goes back.
 * @param origin `https://host` that its links lead to
 */
export function refundMail(news: RefundNews, origin: string): Mail {
	const { to, orderId, paymentId, toolName, amountCents, currency } = news;
	const amount = formatUnits(amountCents, currency);
	const number = orderNumber(orderId);
	const tool: Fact[] = toolName === null ? [] : [["Tool", oneLine(toolName)]];
	return writeMail({
		to,
		subject: `Refund for order ${number}`,
		preheader: `${amount} goes back to your card`,
		parts: [
			{ kind: "heading", text: "Your payment is being refunded." },
			{
				kind: "paragraph",
				text: "This payment could not be used for your order: the order was canceled or already paid, or its total had changed. Nothing was shipped for it. The money goes back to the card that you paid with. Banks usually show it within 5 to 10 business days. You do not have to do anything.",
			},
			{
				kind: "facts",
				rows: [
					["Refund", amount, "loud"],
					["Order", number],
					...tool,
					["Transaction", oneLine(paymentId)],
				],
			},
			{ kind: "link", text: "Ask us about it", href: new URL(contactPath, origin).href },
			{ kind: "note", text: `You are receiving this email because you paid ${shopName}.` },
		],
	});
}
