import { contactMailLabels } from "./contact.ts";
import { orderMailLabels } from "./order-mails.ts";

/** The emails of all outboxes, with their names for admins. */
export const mailLabels = {
	...orderMailLabels,
	...contactMailLabels,
	refund: "Refund notice",
	quote_ready: "Answer to quote request",
} as const;

export type MailKind = keyof typeof mailLabels;
