import { expect, test } from "vitest";
import type { Env } from "#worker/env.ts";
import { sendEmail } from "./mail.ts";

function createEmailBinding() {
	const sentEmails: unknown[] = [];
	const EMAIL = { send: async (email: unknown) => sentEmails.push(email) };
	const env = { MAIL_FROM: "Torque Tool Depot <orders@shop.example>", EMAIL } as unknown as Env;
	return { env, sentEmails };
}

const email = { to: "ada@example.com", subject: "A link", text: "Here.", html: "<p>Here.</p>" };

test("sends an email to one recipient, with the shop's name as sender", async () => {
	const { env, sentEmails } = createEmailBinding();
	await sendEmail(env, email);
	const from = { name: "Torque Tool Depot", email: "orders@shop.example" };
	expect(sentEmails).toEqual([{ ...email, from }]);
});

test.each([
	{ to: "ada@example.com\r\nBcc: eve@example.com" },
	{ to: "ada@example.com, eve@example.com" },
	{ to: "Ada <ada@example.com>" },
	{ to: "" },
	{ subject: "A link\nBcc: eve@example.com" },
	{ subject: "A link\r\n\r\nAnother body" },
	{ subject: "A\u0000link" },
	{ subject: "" },
])("rejects an invalid recipient or subject, to prevent injected headers: %j", async (invalid) => {
	const { env, sentEmails } = createEmailBinding();
	await expect(sendEmail(env, { ...email, ...invalid })).rejects.toThrow();
	expect(sentEmails).toEqual([]);
});

test("sends an email to the sandbox's outbox, and throws if the outbox does not accept it", async () => {
	const requests: string[] = [];
	const envOf = (status: number) => {
		const fetch = async (url: string) => {
			requests.push(new URL(url).pathname);
			return new Response(null, { status });
		};
		return { SANDBOX: { fetch } } as unknown as Env;
	};
	await sendEmail(envOf(200), email);
	await expect(sendEmail(envOf(500), email)).rejects.toThrow("500");
	expect(requests).toEqual(["/__sandbox/mail", "/__sandbox/mail"]);
});
