import { shopName } from "#contract/shop.ts";
import type { Mail } from "#worker/services/mail.ts";
import { htmlOf } from "./html.ts";
import type { Part } from "./part.ts";
import { textOf } from "./text.ts";

export type Letter = {
	to: string;
	subject: string;
	/** What a list of mails shows after the subject. */
	preheader: string;
	parts: Part[];
};

/** What somebody typed, as a single line: in the text part a line break would pass for words of ours. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** @returns a mail whose HTML and text say the same (RFC 2046 §5.1.4), signed with the shop's name */
export const writeMail = ({ to, subject, preheader, parts }: Letter): Mail => ({
	to,
	subject,
	text: textOf(parts, shopName),
	html: htmlOf(subject, preheader, parts),
});
