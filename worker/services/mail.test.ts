import { expect, test } from "vitest";
import type { Env } from "#worker/env.ts";
import { sendMail } from "./mail.ts";

function openPost() {
	const sent: unknown[] = [];
	const EMAIL = { send: async (mail: unknown) => sent.push(mail) };
	const env = { MAIL_FROM: "Torque Tool Depot <orders@shop.example>", EMAIL } as unknown as Env;
	return { env, sent };
}

const mail = { to: "ada@example.com", subject: "A link", text: "Here.", html: "<p>Here.</p>" };

test("a mail has one recipient, and the shop's name as sender", async () => {
	const { env, sent } = openPost();
	await sendMail(env, mail);
	const from = { name: "Torque Tool Depot", email: "orders@shop.example" };
	expect(sent).toEqual([{ ...mail, from }]);
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
])("%j injects no header", async (wrong) => {
	const { env, sent } = openPost();
	await expect(sendMail(env, { ...mail, ...wrong })).rejects.toThrow();
	expect(sent).toEqual([]);
});
