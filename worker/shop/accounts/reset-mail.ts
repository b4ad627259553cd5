import type { Mail } from "#worker/services/mail.ts";

/**
 * The mail with which somebody chooses a new password. It holds nothing that the owner of an account may write:
 * who signs up with another's address shall not write to it through us.
 * @param link a URL, as `URL.href` writes it; good for one hour and for one use
 */
export function resetMail(to: string, link: string): Mail {
	const greeting = "Hello,";
	const why = "Somebody asked for a new password for your account at Torque Tool Depot.";
	const term = "The link works once, for one hour.";
	const otherwise = "If it was not you, do nothing: your password stays as it is.";
	return {
		to,
		subject: "Choose a new password for Torque Tool Depot",
		text: [greeting, why, `Choose it here: ${link}`, term, otherwise, "Torque Tool Depot"].join(
			"\n\n",
		),
		html: [
			`<!doctype html><html lang="en"><title>New password</title>`,
			`<body style="margin:0;padding:24px;background:#eef1f4;color:#15191e;font:16px/1.5 Archivo,Arial,sans-serif">`,
			`<div style="max-width:34em;margin:auto;padding:24px 32px;background:#fbfbf9;border:1px solid #8a96a3;border-radius:6px">`,
			`<p style="font-weight:800">Torque <span style="color:#b8430a">Tool</span> Depot</p>`,
			`<p>${greeting}</p><p>${why}</p>`,
			`<p><a href="${link}" style="display:inline-block;padding:12px 20px;background:#ff6b1a;color:#15191e;font-weight:700;text-decoration:none;border-radius:4px">Choose a new password</a></p>`,
			`<p>${term} ${otherwise}</p></div></body></html>`,
		].join("\n"),
	};
}
