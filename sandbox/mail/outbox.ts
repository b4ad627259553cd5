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

/** A mail as the shop hands it over. */
export const outgoing = v.object(fields);

const stored = v.object({ ...fields, id: v.string(), sentAt: v.string() });

export type Mail = v.InferOutput<typeof stored>;

const mails: Kind<Mail> = { name: "mail", schema: stored };
const failures: Kind<number> = { name: "mail-failures", schema: v.number() };
const anyone = "*";

/** Stores a mail; null when it fails by request, which counts one failure. */
export function sendMail(store: Store, mail: v.InferOutput<typeof outgoing>): Mail | null {
	if (takeFailure(store, mail.to) || takeFailure(store, anyone)) return null;
	const id = randomText(16);
	return store.put(mails, id, { ...mail, id, sentAt: new Date().toISOString() }, mail.to);
}

/** Lists the mails, newest first; with `to`, only those to that address. */
export function listMails(store: Store, to?: string): Mail[] {
	return store.list(mails, to);
}

/** Makes the next `count` mails fail, to one address or to any. */
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
