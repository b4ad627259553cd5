import { contactCalls } from "#contract/calls/contact.ts";
import { reviewCalls } from "#contract/calls/reviews.ts";
import type { InputCase } from "./input-case.ts";
import { getInvalidTexts, invalidEmails, invalidImages } from "./invalid-values.ts";

/** Messages and the newsletter accept uppercase emails, and store them in lowercase. */
const invalidContactEmails = invalidEmails.filter((email) => email !== "Upper@example.com");

export const contactInputs: InputCase[] = [
	{
		call: contactCalls.sendMessage,
		role: "shopper",
		path: () => "/messages",
		validBody: () => ({ name: "Vera", email: "v@example.com", subject: "tool", message: "Hi" }),
		invalidValues: {
			name: getInvalidTexts({ maxLength: 120 }),
			email: invalidContactEmails,
			subject: [undefined, null, "", "quote", 5],
			orderNumber: [5, "x".repeat(41)],
			message: getInvalidTexts({ maxLength: 4_000 }),
		},
	},
	{
		call: contactCalls.markMessage,
		role: "admin",
		path: ({ messageId }) => `/messages/${messageId}`,
		validBody: () => ({ answered: true }),
		invalidValues: { answered: [undefined, null, "yes", 1] },
	},
	{
		call: contactCalls.subscribe,
		role: "shopper",
		path: () => "/subscriptions",
		validBody: () => ({ email: "v@example.com" }),
		invalidValues: { email: invalidContactEmails },
	},
	{
		call: contactCalls.removeSubscriber,
		role: "admin",
		path: () => "/subscriptions/remove",
		validBody: () => ({ email: "nobody@example.com" }),
		invalidValues: { email: invalidContactEmails },
	},
	...[contactCalls.confirmSubscription, contactCalls.unsubscribe].map(
		(call): InputCase => ({
			call,
			role: "shopper",
			path: () => call.path,
			validBody: () => ({ token: "a" }),
			invalidValues: { token: [undefined, null, "", 5, "x".repeat(65)] },
		}),
	),
	{
		call: reviewCalls.addReview,
		role: "shopper",
		path: () => "/review",
		validBody: () => ({ review: "Solid.", ratings: "5", img: "/pictures/people/tom.svg" }),
		invalidValues: {
			review: getInvalidTexts({ maxLength: 2_000 }),
			ratings: [undefined, null, "", "  ", {}, true, "x".repeat(33)],
			img: invalidImages,
		},
	},
];
