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

/** Labels, shown to admins, of the emails in the `contact_mails` queue. The keys are stored in the database. */
export const contactEmailLabels = {
	message: "Message to the shop",
	quote: "Quote request to the shop",
	copy: "Copy of a message for its sender",
	welcome: "First email to a newsletter subscriber",
} as const;

export type ContactEmailKind = keyof typeof contactEmailLabels;

export const confirmSubscriptionPath = (token: string): string =>
	`/newsletter/confirm?token=${token}`;

export const unsubscribePath = (token: string): string => `/newsletter/unsubscribe?token=${token}`;
