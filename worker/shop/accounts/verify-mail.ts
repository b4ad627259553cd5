import { shopName } from "#contract/shop.ts";
import type { Mail } from "#worker/services/mail.ts";
import { writeEmail } from "../mails/email.ts";

/**
 * The mail with which somebody verifies the email of a new account. It holds nothing that was typed at sign-up: a
 * stranger who signs up with another's address must not be able to write to it through us.
 * @param link a URL, as `URL.href` writes it; good for one day and for one use
 */
export const verifyMail = (to: string, link: string): Mail =>
	writeEmail({
		to,
		subject: `Verify your email for ${shopName}`,
		preheader: "Open the link within 24 hours to verify your address.",
		blocks: [
			{ kind: "heading", text: "Verify your email" },
			{
				kind: "paragraph",
				text: `Somebody signed up at ${shopName} with this address. If it was you, open the link within 24 hours and press Verify. It works once, while you are logged in.`,
			},
			{ kind: "button", text: "Verify your email", href: link },
			{
				kind: "note",
				text: "If it was not you, do nothing. The account can do little without this step, and you can take it over at any time: choose “forget Password?” at login.",
			},
		],
	});
