import * as v from "valibot";
import type { Env } from "#worker/env.ts";

export type Mail = { to: string; subject: string; text: string; html: string };

/** A line break in a header would start another one (OWASP, email header injection). */
const headerLine = v.pipe(v.string(), v.regex(/^[^\p{Cc}]+$/u));
const headers = v.object({
	to: v.pipe(headerLine, v.regex(/^[^\s,;<>@]+@[^\s,;<>@]+$/)),
	subject: headerLine,
});

/** @param from "Name <address>" or an address alone */
export function senderOf(from: string): EmailAddress {
	const [, name = "", email = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
	return { name, email };
}

async function leaveInOutbox(sandbox: Fetcher, mail: Mail & { from: string }): Promise<void> {
	const { ok, status } = await sandbox.fetch("http://sandbox/__sandbox/mail", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(mail),
	});
	if (!ok) throw new Error(`the sandbox's outbox answered ${status}`);
}

/**
 * Sends one mail to one address through Cloudflare, or locally to the sandbox's outbox.
 * @throws Error when an address or subject is no single line, or the mail is not taken
 */
export async function sendMail(env: Env, mail: Mail): Promise<void> {
	v.parse(headers, mail);
	if (env.SANDBOX) return leaveInOutbox(env.SANDBOX, { ...mail, from: env.MAIL_FROM });
	await env.EMAIL.send({ ...mail, from: senderOf(env.MAIL_FROM) });
}
