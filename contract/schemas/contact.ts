import * as v from "valibot";
import { messageSubjectNames } from "../contact.ts";
import { textLength } from "../limits.ts";
import { invalid, required, tooLong } from "../messages.ts";
import { name, normalizeEmail, text } from "./fields.ts";

/** In lowercase, as it is stored. */
const contactEmail = v.pipe(
	v.string(required.email),
	v.trim(),
	v.nonEmpty(required.email),
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
	subject: v.picklist(messageSubjectNames, required.subject),
	orderNumber: v.optional(v.nullable(orderNumber), null),
	message: text(required.message, textLength.message),
});

export const subscribeSchema = v.object({ email: contactEmail });

export const subscriptionTokenSchema = v.object({
	token: v.pipe(
		v.string(required.token),
		v.nonEmpty(required.token),
		v.maxLength(textLength.token, required.token),
	),
});

export const answeredSchema = v.object({ answered: v.boolean("answered must be true or false") });
