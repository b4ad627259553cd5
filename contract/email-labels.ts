import { contactEmailLabels } from "./contact.ts";
import { orderEmailLabels } from "./order-emails.ts";

/** The emails of all outboxes, with their names for admins. */
export const emailLabels = {
	...orderEmailLabels,
	...contactEmailLabels,
	refund: "Refund notice",
	quote_ready: "Answer to quote request",
} as const;

export type EmailKind = keyof typeof emailLabels;
