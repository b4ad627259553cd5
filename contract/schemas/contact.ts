import * as v from "valibot";
import { messageSubjectNames } from "../contact.ts";
import { textLength } from "../limits.ts";
import { invalid, requiredMessages, tooLong } from "../messages.ts";
import { name, normalizeEmail, text } from "./fields.ts";

/** In lowercase, as it is stored. */
const contactEmail = v.pipe(
	v.string(requiredMessages.email),
	v.trim(),
	v.nonEmpty(requiredMessages.email),
	v.maxLength(textLength.email, tooLong(textLength.email)),
	v.transform(normalizeEmail),
	v.string(invalid.email),
);

const orderNumber = v.pipe(
	v.string(invalid.text),
	v.maxLength(textLength.messageOrder, tooLong(textLength.messageOrder)),
	v.transform((number) => number.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim() || null),
);

export const messageSchema = v.object({
	name,
	email: contactEmail,
	subject: v.picklist(messageSubjectNames, requiredMessages.subject),
	orderNumber: v.optional(v.nullable(orderNumber), null),
	message: text(requiredMessages.message, textLength.message),
});

export const subscribeSchema = v.object({ email: contactEmail });

export const subscriptionTokenSchema = v.object({
	token: v.pipe(
		v.string(requiredMessages.token),
		v.nonEmpty(requiredMessages.token),
		v.maxLength(textLength.token, requiredMessages.token),
	),
});

export const answeredSchema = v.object({ answered: v.boolean("answered must be true or false") });
