import * as v from "valibot";
import type { DocumentKind, Store } from "../store.ts";
import { randomText } from "../stripe/ids.ts";

const fields = {
	to: v.pipe(v.string(), v.minLength(3)),
	from: v.string(),
	subject: v.string(),
	text: v.string(),
	html: v.optional(v.nullable(v.string()), null),
};

/** An email as the shop submits it. */
export const submittedEmail = v.object(fields);

const storedEmail = v.object({ ...fields, id: v.string(), sentAt: v.string() });

export type Email = v.InferOutput<typeof storedEmail>;

const emails: DocumentKind<Email> = { name: "mail", schema: storedEmail };
/** How many of the next emails to an address fail, by address. */
const remainingFailures: DocumentKind<number> = { name: "mail-failures", schema: v.number() };
const anyAddress = "*";

/** Stores an email. If emails to its address or to any address are set to fail, uses up one failure and returns null. */
export function sendEmail(store: Store, email: v.InferOutput<typeof submittedEmail>): Email | null {
	if (useUpFailure(store, email.to) || useUpFailure(store, anyAddress)) return null;
	const id = randomText(16);
	return store.put(emails, id, { ...email, id, sentAt: new Date().toISOString() }, email.to);
}

/** Lists the emails, newest first; if `to` is set, only those to that address. */
export function listEmails(store: Store, to?: string): Email[] {
	return store.list(emails, to);
}

/** Makes the next `count` emails to an address fail; by default, to any address. */
export function failNext(store: Store, count: number, to = anyAddress): void {
	store.put(remainingFailures, to, count);
}

export function resetFailures(store: Store): void {
	store.clear(remainingFailures);
}

function useUpFailure(store: Store, to: string): boolean {
	const remaining = store.get(remainingFailures, to) ?? 0;
	if (remaining > 0) store.put(remainingFailures, to, remaining - 1);
	return remaining > 0;
}
