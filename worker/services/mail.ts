import * as v from "valibot";
import type { Env } from "#worker/env.ts";

export type Email = { to: string; subject: string; text: string; html: string };

/** A line break in a header would start another header (OWASP, email header injection). */
const headerLine = v.pipe(v.string(), v.regex(/^[^\p{Cc}]+$/u));
const headers = v.object({
	to: v.pipe(headerLine, v.regex(/^[^\s,;<>@]+@[^\s,;<>@]+$/)),
	subject: headerLine,
});

/** @param from "Name <address>" or only an address */
export function senderOf(from: string): EmailAddress {
	const [, name = "", email = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
	return { name, email };
}

/** @throws Error if the address or the subject is not a single line, or the email is not accepted */
export async function sendEmail(env: Env, email: Email): Promise<void> {
	v.parse(headers, email);
	if (!env.SANDBOX) {
		await env.EMAIL.send({ ...email, from: senderOf(env.MAIL_FROM) });
		return;
	}
	const { ok, status } = await env.SANDBOX.fetch("http://sandbox/__sandbox/mail", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ ...email, from: env.MAIL_FROM }),
	});
	if (!ok) throw new Error(`the sandbox's outbox responded with ${status}`);
}
