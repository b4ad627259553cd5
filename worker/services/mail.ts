import * as v from "valibot";
import type { MailFailure } from "#contract/order-mails.ts";
import type { Env } from "#worker/env.ts";

export type Email = { to: string; subject: string; text: string; html: string };

/** Every further attempt would fail too. */
export class UndeliverableError extends Error {
	readonly failure: MailFailure;
	constructor(failure: MailFailure, cause: unknown) {
		super(failure, { cause });
		this.failure = failure;
	}
}

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

/** Returns the address that customers write to. */
export const contactOf = ({ MAIL_FROM, SHOP_EMAIL }: Env): string =>
	SHOP_EMAIL ?? senderOf(MAIL_FROM).email;

const sendError = v.object({ code: v.string(), message: v.fallback(v.string(), "") });

/** A reply code of SMTP (RFC 5321 §4.2.1) or an enhanced status code (RFC 3463 §2): 4 is temporary, 5 is permanent. */
const failureReply = /(?<![\d.])([45])(?:\d\d|\.\d{1,3}\.\d{1,3})(?![\d.])/;

/**
 * Turns an error of Cloudflare's `send` that is about the recipient into an UndeliverableError. Any other, such as a limit, an outage or an
 * unverified sender, can end (developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes).
 */
function toUndeliverable(error: unknown): unknown {
	const { success, output } = v.safeParse(sendError, error);
	if (!success) return error;
	if (output.code === "E_RECIPIENT_SUPPRESSED") return new UndeliverableError("suppressed", error);
	if (output.code === "E_VALIDATION_ERROR") return new UndeliverableError("invalid", error);
	return output.code === "E_DELIVERY_FAILED" && failureReply.exec(output.message)?.[1] === "5"
		? new UndeliverableError("rejected", error)
		: error;
}

async function sendToSandbox(sandbox: Fetcher, email: Email & { from: string; replyTo: string }) {
	const response = await sandbox.fetch("http://sandbox/__sandbox/mail", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(email),
	});
	if (response.ok) return;
	const failure = await response.json().catch(() => null);
	const error = new Error(`the sandbox's outbox responded with ${response.status}`);
	throw v.is(sendError, failure) ? Object.assign(error, failure) : error;
}

/**
 * @throws UndeliverableError if the address is invalid, rejected by its server or suppressed; Error if the email is not accepted, or its
 * subject is not a single line
 */
export async function sendEmail(env: Env, email: Email): Promise<void> {
	v.parse(headers, email);
	const replyTo = contactOf(env);
	const from = env.MAIL_FROM;
	try {
		if (env.SANDBOX) await sendToSandbox(env.SANDBOX, { ...email, from, replyTo });
		else await env.EMAIL.send({ ...email, from: senderOf(from), replyTo });
	} catch (error) {
		throw toUndeliverable(error);
	}
}
