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

const stored = v.object({ ...fields, id: v.string(), sentAt: v.string() });

export type Email = v.InferOutput<typeof stored>;

const emails: Kind<Email> = { name: "mail", schema: stored };
const failures: Kind<number> = { name: "mail-failures", schema: v.number() };
const anyone = "*";

/** Stores an email. Returns null, and uses up one failure, if a failure was requested for its address or for any. */
export function sendEmail(store: Store, email: v.InferOutput<typeof submittedEmail>): Email | null {
	if (takeFailure(store, email.to) || takeFailure(store, anyone)) return null;
	const id = randomText(16);
	return store.put(emails, id, { ...email, id, sentAt: new Date().toISOString() }, email.to);
}

/** Lists the emails, newest first; with `to`, only those to that address. */
export function listEmails(store: Store, to?: string): Email[] {
	return store.list(emails, to);
}

/** Makes the next `count` emails fail, to one address or to any. */
export function failNext(store: Store, count: number, to = anyone): void {
	store.put(failures, to, count);
}

/** Clears the requested failures. */
export function resetFailures(store: Store): void {
	store.clear(failures);
}

function takeFailure(store: Store, to: string): boolean {
	const left = store.get(failures, to) ?? 0;
	if (left > 0) store.put(failures, to, left - 1);
	return left > 0;
}
