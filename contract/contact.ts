/** What a message to the shop is about. The keys are stored in the database. */
export const messageSubjects = {
	tool: "A tool",
	order: "An order",
	delivery: "Delivery",
	return: "A return or a refund",
	account: "My account",
	other: "Something else",
} as const;

export type MessageSubject = keyof typeof messageSubjects;

export const messageSubjectNames = Object.keys(messageSubjects) as [
	MessageSubject,
	...MessageSubject[],
];

/** Emails that are queued in `contact_mails`: a message to the shop, its copy for the sender, and the first one to a subscriber. */
export type ContactMailKind = "message" | "copy" | "welcome";

export const confirmSubscriptionPath = (token: string): string =>
	`/newsletter/confirm?token=${token}`;

export const unsubscribePath = (token: string): string => `/newsletter/unsubscribe?token=${token}`;
