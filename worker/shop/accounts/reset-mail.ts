import type { Mail } from "#worker/services/mail.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/**
 * The mail with which somebody chooses a new password.
 * @param to address of the account @param name as the account has it
 * @param link good for one hour and for one use
 */
export function resetMail(to: string, name: string, link: string): Mail {
	const greeting = `Hello ${name},`;
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
			`<p>${escapeHtml(greeting)}</p><p>${why}</p>`,
			`<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:#ff6b1a;color:#15191e;font-weight:700;text-decoration:none;border-radius:4px">Choose a new password</a></p>`,
			`<p>${term} ${otherwise}</p></div></body></html>`,
		].join("\n"),
	};
}
