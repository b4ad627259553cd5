import * as v from "valibot";
import type { Kind, Store } from "../store.ts";
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

const emails: Kind<Email> = { name: "mail", schema: storedEmail };
/** How many more emails fail, by address. */
const failures: Kind<number> = { name: "mail-failures", schema: v.number() };
const anyAddress = "*";

/** Stores an email. Returns null, and uses up one failure, if its address or any address is set to fail. */
export function sendEmail(store: Store, email: v.InferOutput<typeof submittedEmail>): Email | null {
	if (useUpFailure(store, email.to) || useUpFailure(store, anyAddress)) return null;
	const id = randomText(16);
	return store.put(emails, id, { ...email, id, sentAt: new Date().toISOString() }, email.to);
}

/** Lists the emails, newest first; if `to` is set, only those to that address. */
export function listEmails(store: Store, to?: string): Email[] {
	return store.list(emails, to);
}

/** Makes the next `count` emails fail, to one address or to any. */
export function failNext(store: Store, count: number, to = anyAddress): void {
	store.put(failures, to, count);
}

/** Makes no more emails fail. */
export function resetFailures(store: Store): void {
	store.clear(failures);
}

function useUpFailure(store: Store, to: string): boolean {
	const remaining = store.get(failures, to) ?? 0;
	if (remaining > 0) store.put(failures, to, remaining - 1);
	return remaining > 0;
}
