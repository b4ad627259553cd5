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
		note: "The shop gets it by email and answers by email. A sender who is signed in with that address, verified, gets a copy.",
		access: "anyone",
		header: {
			name: "Idempotency-Key",
			note: "A request with the same key and body is a repeat: it stores nothing more.",
		},
		body: messageSchema,
		response: insertedResponse,
		errors: ["rate_limited"],
	}),
	listMessages: defineCall("GET", "/messages", {
		summary: "The messages to the shop, newest first",
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
		summary: "Ask for the newsletter",
		note: "The address gets an email with a link, at most one a day, unless it is subscribed; the response is the same.",
		access: "anyone",
		body: subscribeSchema,
		response: acknowledgedResponse,
		errors: ["rate_limited"],
	}),
	confirmSubscription: defineCall("POST", "/subscriptions/confirm", {
		summary: "Confirm the newsletter with the token of the link",
		access: "anyone",
		body: subscriptionTokenSchema,
		response: acknowledgedResponse,
		errors: ["subscription_link_expired"],
	}),
	unsubscribe: defineCall("POST", "/subscriptions/cancel", {
		summary: "Unsubscribe from the newsletter with the token of an email",
		note: "The response is the same if the address is no longer subscribed.",
		access: "anyone",
		body: subscriptionTokenSchema,
		response: acknowledgedResponse,
	}),
	removeSubscriber: defineCall("POST", "/subscriptions/remove", {
		summary: "Remove an address from the newsletter, on its owner's request",
		note: "Also one that was not confirmed. The address can subscribe again.",
		access: "newsletter:remove",
		body: subscribeSchema,
		response: deletedResponse,
		errors: ["subscriber_not_found"],
	}),
	exportSubscribers: defineCall("GET", "/subscriptions.csv", {
		summary: "The confirmed addresses of the newsletter as a CSV file",
		note: "With the link that each email to the address must have. Streams.",
		access: "newsletter:export",
		otherResponse: { status: 200, type: "text/csv", note: "The file." },
	}),
};
