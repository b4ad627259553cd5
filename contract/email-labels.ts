import { contactEmailLabels } from "./contact.ts";
import { orderEmailLabels } from "./order-emails.ts";

/** Labels, shown to admins, of the emails in all outboxes. */
export const emailLabels = {
	...orderEmailLabels,
	...contactEmailLabels,
	refund: "Refund notice",
	quote_ready: "Answer to quote request",
} as const;

export type EmailKind = keyof typeof emailLabels;
