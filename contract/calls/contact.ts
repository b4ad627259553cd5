import * as v from "valibot";
import { messageSubjectNames } from "../contact.ts";
import {
	answeredSchema,
	messageSchema,
	subscribeSchema,
	subscriptionTokenSchema,
} from "../schemas/contact.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import {
	defineCall,
	deletedResponse,
	insertedResponse,
	listNote,
	modifiedResponse,
} from "./call.ts";

const messageResponse = v.object({
	_id: v.string(),
	name: v.string(),
	email: v.string(),
	subject: v.picklist(messageSubjectNames),
	orderNumber: v.nullable(v.string()),
	message: v.string(),
	createdAt: v.string(),
	answeredAt: v.nullable(v.string()),
});

const acknowledgedResponse = v.object({ acknowledged: v.boolean() });

export const contactCalls = {
	sendMessage: defineCall("POST", "/messages", {
		summary: "Send the shop a message",
		note: "The shop gets the message by email and replies by email. Signed-in senders get a copy if `email` is their own verified address.",
		access: "anyone",
		retryNote: "Retrying with the same key and body does not send another message.",
		body: messageSchema,
		response: insertedResponse,
		errors: ["rate_limited"],
	}),
	listMessages: defineCall("GET", "/messages", {
		summary: "Messages to the shop, newest first",
		note: listNote,
		access: "messages:answer",
		query: cursorSchema,
		response: v.array(messageResponse),
	}),
	markMessage: defineCall("PATCH", "/messages/{id}", {
		summary: "Mark a message as answered, or as new",
		access: "messages:answer",
		body: answeredSchema,
		response: modifiedResponse,
		errors: ["message_not_found"],
	}),
	deleteMessage: defineCall("DELETE", "/messages/{id}", {
		summary: "Delete a message, such as spam",
		access: "messages:answer",
		response: deletedResponse,
		errors: ["message_not_found"],
	}),
	subscribe: defineCall("POST", "/subscriptions", {
		summary: "Subscribe to the newsletter",
		note: "Emails a confirmation link, at most once a day, unless the address is already subscribed. The response is the same in all cases.",
		access: "anyone",
		body: subscribeSchema,
		response: acknowledgedResponse,
		errors: ["rate_limited"],
	}),
	confirmSubscription: defineCall("POST", "/subscriptions/confirm", {
		summary: "Confirm a subscription with the token from the link",
		access: "anyone",
		body: subscriptionTokenSchema,
		response: acknowledgedResponse,
		errors: ["subscription_link_expired"],
	}),
	unsubscribe: defineCall("POST", "/subscriptions/cancel", {
		summary: "Unsubscribe from the newsletter with the token from an email",
		note: "The response is the same if the address is no longer subscribed.",
		access: "anyone",
		body: subscriptionTokenSchema,
		response: acknowledgedResponse,
	}),
	removeSubscriber: defineCall("POST", "/subscriptions/remove", {
		summary: "Remove an address from the newsletter, at its owner's request",
		note: "Works for unconfirmed addresses too. The address can subscribe again.",
		access: "newsletter:remove",
		body: subscribeSchema,
		response: deletedResponse,
		errors: ["subscriber_not_found"],
	}),
	exportSubscribers: defineCall("GET", "/subscriptions.csv", {
		summary: "The confirmed newsletter addresses as a CSV file",
		note: "Includes the unsubscribe link that each email must contain. Streamed.",
		access: "newsletter:export",
		rawResponse: { status: 200, mediaType: "text/csv", note: "The file." },
	}),
};
