import * as v from "valibot";
import type { DocumentKind, Store } from "../store.ts";
import { createRandomText } from "../stripe/ids.ts";

const fields = {
	to: v.pipe(v.string(), v.minLength(3)),
	from: v.string(),
	replyTo: v.optional(v.nullable(v.string()), null),
	subject: v.string(),
	text: v.string(),
	html: v.optional(v.nullable(v.string()), null),
	headers: v.optional(v.record(v.string(), v.string())),
};

/** An email as the shop submits it. */
export const submittedEmailSchema = v.object(fields);

const storedEmailSchema = v.object({ ...fields, id: v.string(), sentAt: v.string() });

export type Email = v.InferOutput<typeof storedEmailSchema>;

const emails: DocumentKind<Email> = { name: "mail", schema: storedEmailSchema };
/** An error from Cloudflare Email Sending. `message` contains the reply of the recipient's mail server, if there is one. */
export const sendErrorSchema = v.object({ code: v.string(), message: v.string() });

type SendError = v.InferOutput<typeof sendErrorSchema>;

const faultSchema = v.object({ remaining: v.number(), error: sendErrorSchema });
/** How many of the next emails fail, and with which error, keyed by address. */
const faults: DocumentKind<v.InferOutput<typeof faultSchema>> = {
	name: "mail-faults",
	schema: faultSchema,
};
const anyAddress = "*";
const outage: SendError = {
	code: "E_INTERNAL_SERVER_ERROR",
	message: "The sandbox was set to fail this email.",
};

/** Stores an email. If the next email to its address (or to any address) is set to fail, returns that error instead. */
export function sendEmail(
	store: Store,
	email: v.InferOutput<typeof submittedEmailSchema>,
): Email | { error: SendError } {
	const error = useUpFault(store, email.to) ?? useUpFault(store, anyAddress);
	if (error) return { error };
	const id = createRandomText(16);
	return store.put(emails, id, { ...email, id, sentAt: new Date().toISOString() }, email.to);
}

/** Lists the emails, newest first; if `to` is set, only those to that address. */
export function listEmails(store: Store, to?: string): Email[] {
	return store.list(emails, to);
}

/** Makes the next `count` emails to an address fail; by default, to any address and with a temporary error. */
export function failNextEmails(store: Store, count: number, to = anyAddress, error = outage): void {
	store.put(faults, to, { remaining: count, error });
}

export function resetFailures(store: Store): void {
	store.clear(faults);
}

function useUpFault(store: Store, to: string): SendError | null {
	const fault = store.get(faults, to);
	if (!fault || fault.remaining === 0) return null;
	store.put(faults, to, { ...fault, remaining: fault.remaining - 1 });
	return fault.error;
}
