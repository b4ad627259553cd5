import * as v from "valibot";
import { vi } from "vitest";
import type { TestShop } from "./shop.ts";

const outboxSchema = v.array(
	v.object({
		to: v.string(),
		replyTo: v.string(),
		subject: v.string(),
		text: v.string(),
		html: v.string(),
	}),
);

/** Returns the emails to an address, or all emails, newest first. */
export async function readEmails(shop: TestShop, to?: string) {
	const outbox = v.parse(outboxSchema, await (await shop.sandbox("/__sandbox/email.json")).json());
	return outbox.filter((email) => to === undefined || email.to === to);
}

/** Waits for an email with a password reset link, and returns the token of the newest one. */
export async function readResetToken(shop: TestShop, to: string): Promise<string> {
	return vi.waitFor(
		async () => {
			const texts = (await readEmails(shop, to)).map(({ text }) => text);
			const [, token] = /reset-password\?token=(\w+)/.exec(texts.join("\n")) ?? [];
			if (!token) throw new Error(`no password reset link for ${to}`);
			return token;
		},
		{ timeout: 10_000 },
	);
}
