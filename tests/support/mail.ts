import * as v from "valibot";
import { expect } from "vitest";
import type { TestShop } from "./shop.ts";

const outboxSchema = v.array(
	v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string() }),
);

/** @returns the mails to an address, or to everybody, newest first */
export async function readMails(shop: TestShop, to?: string) {
	const outbox = v.parse(outboxSchema, await (await shop.sandbox("/__sandbox/mail.json")).json());
	return outbox.filter((mail) => to === undefined || mail.to === to);
}

/** Waits for the mail with the link. @returns the token of the newest link to choose a new password */
export async function readResetToken(shop: TestShop, to: string): Promise<string> {
	await expect.poll(() => readMails(shop, to), { timeout: 10_000 }).not.toHaveLength(0);
	const [mail] = await readMails(shop, to);
	return /reset-password\?token=(\w+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
