import { shopName } from "#contract/shop.ts";
import type { Mail } from "#worker/services/mail.ts";
import { writeEmail } from "../mails/email.ts";

/**
 * The mail with which somebody chooses a new password. It holds nothing that the owner of an account may write:
 * who signs up with another's address shall not write to it through us.
 * @param link a URL, as `URL.href` writes it; good for one hour and for one use
 */
export const resetMail = (to: string, link: string): Mail =>
	writeEmail({
		to,
		subject: `Choose a new password for ${shopName}`,
		preheader: "The link works once, for one hour.",
		blocks: [
			{ kind: "heading", text: "Choose a new password" },
			{
				kind: "paragraph",
				text: `Somebody asked for a new password for your account at ${shopName}. The link works once, for one hour.`,
			},
			{ kind: "button", text: "Choose a new password", href: link },
			{
				kind: "note",
				text: "Asking again within half an hour sends no other mail: use this one. If it was not you, do nothing: your password stays as it is.",
			},
		],
	});
