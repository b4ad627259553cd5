/** What a message to the shop is about. Stored in the database. */
export type MessageSubject = "tool" | "order" | "delivery" | "return" | "account" | "other";

/** Emails that are queued in `contact_mails`: a message to the shop, its copy for the sender, and the first one to a subscriber. */
export type ContactMailKind = "message" | "copy" | "welcome";
