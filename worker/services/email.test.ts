import { expect, test } from "vitest";
import type { Env } from "#worker/env.ts";
import { sendEmail, UndeliverableError } from "./email.ts";

function createEnvWithEmail(error?: Error) {
	const sentEmails: unknown[] = [];
	const send = async (email: unknown) => {
		if (error) throw error;
		sentEmails.push(email);
	};
	const settings = { MAIL_FROM: "Torque Tool Depot <orders@shop.example>", EMAIL: { send } };
	return { env: settings as unknown as Env, sentEmails };
}

const email = { to: "ada@example.com", subject: "A link", text: "Here.", html: "<p>Here.</p>" };

test("sends an email from the shop, with the shop's address for replies", async () => {
	const { env, sentEmails } = createEnvWithEmail();
	await sendEmail(env, email);
	const from = { name: "Torque Tool Depot", email: "orders@shop.example" };
	expect(sentEmails).toEqual([{ ...email, from, replyTo: "orders@shop.example" }]);
});

test("sends replies to SHOP_EMAIL if it is set", async () => {
	const { env, sentEmails } = createEnvWithEmail();
	await sendEmail({ ...env, SHOP_EMAIL: "support@garage.example" }, email);
	expect(sentEmails).toMatchObject([{ replyTo: "support@garage.example" }]);
});

/** The errors of Cloudflare's `send` (developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes). */
test.each([
	["E_RECIPIENT_SUPPRESSED", "", "suppressed"],
	["E_VALIDATION_ERROR", "", "refused"],
	["E_FIELD_MISSING", "", "refused"],
	["E_CONTENT_TOO_LARGE", "", "refused"],
	["E_TOO_MANY_RECIPIENTS", "", "refused"],
	["E_TOO_MANY_ATTACHMENTS", "", "refused"],
	["E_HEADER_VALUE_INVALID", "", "refused"],
	["E_RECIPIENT_NOT_ALLOWED", "", null],
	["E_SENDER_DOMAIN_NOT_AVAILABLE", "", null],
	["E_OF_NEXT_YEAR", "", null],
	["E_DELIVERY_FAILED", "550 5.1.1 No such user", "rejected"],
	["E_DELIVERY_FAILED", "The server replied: 553 mailbox name not allowed", "rejected"],
	["E_DELIVERY_FAILED", "5.7.1 rejected by policy", "rejected"],
	["E_DELIVERY_FAILED", "451 4.7.1 Greylisted for 550 seconds", null],
	["E_DELIVERY_FAILED", "No route to 192.0.2.5", null],
	["E_DELIVERY_FAILED", "Version 15.5.1 closed the connection after 1550 ms", null],
	["E_SENDER_NOT_VERIFIED", "", null],
	["E_RATE_LIMIT_EXCEEDED", "", null],
	["E_DAILY_LIMIT_EXCEEDED", "", null],
	["E_INTERNAL_SERVER_ERROR", "550", null],
])("%s with the message “%s” is the permanent failure: %s", async (code, message, failure) => {
	const error = Object.assign(new Error(message), { code });
	const { env } = createEnvWithEmail(error);
	const thrown = await sendEmail(env, email).catch((reason: unknown) => reason);
	expect(thrown instanceof UndeliverableError ? thrown.failure : null).toBe(failure);
	if (failure === null) expect(thrown).toBe(error);
});

test.each([
	{ to: "ada@example.com\r\nBcc: eve@example.com", failure: "invalid" },
	{ to: "ada@example.com, eve@example.com", failure: "invalid" },
	{ to: "Ada <ada@example.com>", failure: "invalid" },
	{ to: "", failure: "invalid" },
	{ subject: "A link\nBcc: eve@example.com", failure: "refused" },
	{ subject: "A link\r\n\r\nAnother body", failure: "refused" },
	{ subject: "A\u0000link", failure: "refused" },
	{ subject: "", failure: "refused" },
])(
	"rejects an invalid recipient or subject, to prevent injected headers: %j",
	async ({ failure, ...invalid }) => {
		const { env, sentEmails } = createEnvWithEmail();
		await expect(sendEmail(env, { ...email, ...invalid })).rejects.toMatchObject({ failure });
		expect(sentEmails).toEqual([]);
	},
);

test("throws if the sandbox's outbox does not accept an email", async () => {
	const requests: string[] = [];
	const createEnv = (status: number) => {
		const fetch = async (url: string) => {
			requests.push(new URL(url).pathname);
			return new Response(null, { status });
		};
		return { SANDBOX: { fetch }, MAIL_FROM: "orders@shop.example" } as unknown as Env;
	};
	await sendEmail(createEnv(200), email);
	await expect(sendEmail(createEnv(500), email)).rejects.toThrow("500");
	expect(requests).toEqual(["/__sandbox/email", "/__sandbox/email"]);
});
