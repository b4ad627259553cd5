import * as v from "valibot";
import type { EmailFailure } from "#contract/order-emails.ts";
import type { Env } from "#worker/env.ts";

export type Email = {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** The shop's address by default. */
	replyTo?: string;
	/** Only headers that Cloudflare allows (developers.cloudflare.com/email-service/reference/headers). */
	headers?: Record<string, string>;
};

/** A permanent failure, so every further attempt would fail too. */
export class UndeliverableError extends Error {
	readonly failure: EmailFailure;
	constructor(failure: EmailFailure, cause: unknown) {
		super(failure, { cause });
		this.failure = failure;
	}
}

/** A line break in a header would start another header (OWASP, email header injection). */
const headerLineSchema = v.pipe(v.string(), v.regex(/^[^\p{Cc}]+$/u));
const addressSchema = v.pipe(headerLineSchema, v.regex(/^[^\s,;<>@]+@[^\s,;<>@]+$/));
const headersSchema = v.object({
	to: addressSchema,
	subject: headerLineSchema,
	replyTo: v.optional(addressSchema),
	headers: v.optional(v.record(v.string(), headerLineSchema)),
});

/** @param from - "Name <address>" or only an address */
export function getSender(from: string): EmailAddress {
	const [, name = "", email = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? [];
	return { name, email };
}

/** Returns the address that customers write to. */
export const getContactAddress = ({ MAIL_FROM, SHOP_EMAIL }: Env): string =>
	SHOP_EMAIL ?? getSender(MAIL_FROM).email;

const sendErrorSchema = v.object({ code: v.string(), message: v.fallback(v.string(), "") });

/** A reply code of SMTP (RFC 5321 §4.2.1) or an enhanced status code (RFC 3463 §2): 4 is temporary, 5 is permanent. */
const failureReplyPattern = /(?<![\d.])([45])(?:\d\d|\.\d{1,3}\.\d{1,3})(?![\d.])/;

/**
 * Error codes of Cloudflare's `send` for a problem with the email itself, so that every further attempt would fail too
 * (developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes, read on 2026-11-23). The other codes, and unknown
 * ones, may be temporary: limits, outages, and a sender's domain or a binding (`E_SENDER_…`, `E_RECIPIENT_NOT_ALLOWED`) that the shop has
 * to set up.
 */
const permanentErrorCodes = [
	"E_VALIDATION_ERROR",
	"E_FIELD_MISSING",
	"E_CONTENT_TOO_LARGE",
	"E_TOO_MANY_RECIPIENTS",
	"E_TOO_MANY_ATTACHMENTS",
	"E_HEADER_NOT_ALLOWED",
	"E_HEADER_USE_API_FIELD",
	"E_HEADER_NAME_INVALID",
	"E_HEADER_VALUE_INVALID",
	"E_HEADER_VALUE_TOO_LONG",
	"E_HEADERS_TOO_LARGE",
	"E_HEADERS_TOO_MANY",
];

function getPermanentFailure({ code, message }: v.InferOutput<typeof sendErrorSchema>) {
	if (code === "E_RECIPIENT_SUPPRESSED") return "suppressed";
	if (permanentErrorCodes.includes(code)) return "refused";
	const isRejected = code === "E_DELIVERY_FAILED" && failureReplyPattern.exec(message)?.[1] === "5";
	return isRejected ? "rejected" : null;
}

function wrapPermanentError(error: unknown): unknown {
	const { success, output } = v.safeParse(sendErrorSchema, error);
	const failure = success ? getPermanentFailure(output) : null;
	return failure ? new UndeliverableError(failure, error) : error;
}

/** @throws UndeliverableError */
function validateHeaders(email: Email): void {
	const { success, issues } = v.safeParse(headersSchema, email);
	if (success) return;
	const isRecipientInvalid = v.getDotPath(issues[0]) === "to";
	throw new UndeliverableError(isRecipientInvalid ? "invalid" : "refused", new v.ValiError(issues));
}

async function sendToSandbox(sandbox: Fetcher, email: Email & { from: string; replyTo: string }) {
	const response = await sandbox.fetch("http://sandbox/__sandbox/email", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(email),
	});
	if (response.ok) return;
	const failure = await response.json().catch(() => null);
	const error = new Error(`the sandbox's outbox responded with ${response.status}`);
	throw v.is(sendErrorSchema, failure) ? Object.assign(error, failure) : error;
}

/**
 * @throws UndeliverableError if the address is invalid, rejected by its server or suppressed, or if the email itself is not accepted
 * @throws Error if a later attempt may succeed
 */
export async function sendEmail(env: Env, email: Email): Promise<void> {
	validateHeaders(email);
	const replyTo = email.replyTo ?? getContactAddress(env);
	const from = env.MAIL_FROM;
	try {
		if (env.SANDBOX) await sendToSandbox(env.SANDBOX, { ...email, from, replyTo });
		else await env.EMAIL.send({ ...email, from: getSender(from), replyTo });
	} catch (error) {
		throw wrapPermanentError(error);
	}
}
