import { splitMeasures } from "#contract/measures.ts";
import { shopName } from "#contract/shop.ts";
import type { Email } from "#worker/services/email.ts";

/** A row of the table in an email; a `large` value stands out. */
export type EmailDetail = [name: string, value: string, size?: "large"];

type Link = { text: string; href: string; isButton?: boolean };

/** One of several orders or tools that an email lists. */
export type EmailItem = { title: string; value: string; notes: string[]; link: Link | null };

type EmailContent = {
	to: string;
	subject: string;
	/** Shown after the subject in an inbox. */
	preheader: string;
	heading: string;
	text: string;
	/** Those with an empty value are left out. */
	details?: EmailDetail[];
	items?: EmailItem[];
	/** Says where to find the items that the email does not list. */
	more?: string;
	links: Link[];
	note: string;
};

export const refundTimingText =
	"The refund goes to the payment method that you used, and usually appears within 5 to 10 business days. You don't need to do anything.";

const rightToLeftScript = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Keeps text that a user typed on one line, because after a line break it would look like the shop's own text. Text in a right-to-left
 * script is isolated (U+2068 to U+2069), because it would otherwise reverse the phone number or amount that follows.
 */
export function toOneLine(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
	return rightToLeftScript.test(line) ? `\u2068${line}\u2069` : line;
}

/** Email clients that ignore style elements show the light theme. */
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
.accent{color:#b8430a}
@media (max-width:480px){.inner{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){.ground{background:#15191e!important}
.paper{background:#1f252c!important;color:#eef1f4!important;border-color:#3c4753!important}
.muted{color:#b5bec8!important}.accent{color:#ff6b1a!important}.line{border-color:#3c4753!important}}`;

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A phone number with a space or hyphen. */
const phoneNumber = /((?<![\w.,/-])(?=[\d()+./]+[ -])[+(]{0,2}\d[\d ()./-]{5,24}\d(?![\w-]))/;

/** Converts text to HTML that never wraps within a measure such as "1/2 in", or within a phone number that fits on a line. */
const textToHtml = (text: string): string =>
	splitMeasures(text)
		.flatMap((part, index) => (index % 2 === 1 ? part : part.split(phoneNumber)))
		.map((part, index) =>
			index % 2 === 1
				? `<span style="${phoneNumber.test(part) ? "display:inline-block" : "white-space:nowrap"}">${escapeHtml(part)}</span>`
				: escapeHtml(part),
		)
		.join("");

function renderRow([name, value, size]: EmailDetail): string {
	const cellStyle = "padding:10px 0;border-top:1px solid #c9d1d9;vertical-align:top";
	return `<tr><th class="muted line" scope="row" align="left" width="38%" style="${cellStyle};padding-right:16px;font-weight:400;color:#3c4753">${escapeHtml(name)}</th><td class="line" align="left" style="${cellStyle};${size ? "font-size:20px;line-height:1.2;font-weight:800;" : ""}overflow-wrap:anywhere;word-break:break-word">${textToHtml(value)}</td></tr>`;
}

const renderDetails = (details: EmailDetail[]): string =>
	details.length > 0
		? `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-variant-numeric:tabular-nums">${details.map(renderRow).join("")}</table>`
		: "";

function renderLink({ text, href, isButton }: Link): string {
	const [url, label] = [escapeHtml(href), escapeHtml(text)];
	return isButton
		? `<p style="margin:24px 0 12px"><a href="${url}" style="display:inline-block;padding:14px 24px;background:#ff6b1a;color:#15191e;font-weight:700;text-decoration:none;border-radius:4px">${label}</a></p>`
		: `<p style="margin:12px 0"><a class="accent" href="${url}" style="color:#b8430a">${label}</a></p>`;
}

/** Renders short HTML, because Gmail cuts off an email after 102 kB, and an email can list 200 orders. */
function renderItem({ title, value, notes, link }: EmailItem): string {
	const cellStyle = "border-top:1px solid #c9d1d9;padding:10px 0";
	const lines = [title, notes.join(", ")].map((line) => textToHtml(line));
	if (link) {
		lines.push(`<a class="accent" href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>`);
	}
	return `<tr><td class="line" style="${cellStyle}">${lines.join("<br>")}</td><td class="line" align="right" valign="top" nowrap style="${cellStyle} 10px 16px">${escapeHtml(value)}</td></tr>`;
}

const renderItems = ({ items = [], more }: EmailContent): string =>
	items.length > 0
		? `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:20px;border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${items.map(renderItem).join("\n")}</table>${more ? `<p style="margin:12px 0 0">${escapeHtml(more)}</p>` : ""}`
		: "";

/** Uses tables and inline styles, which all email clients support. */
const renderHtml = (email: EmailContent): string =>
	`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title><style>${style}</style></head>
<body class="ground" style="margin:0;padding:0;background:#eef1f4">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(email.preheader)}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#eef1f4"><tr><td align="center" style="padding:24px 12px">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#fbfbf9;color:#15191e;border:1px solid #c9d1d9;border-radius:6px;font:16px/1.5 Archivo,Arial,Helvetica,sans-serif"><tr><td class="inner" align="left" style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:800;letter-spacing:-0.01em">Torque <span class="accent" style="color:#b8430a">Tool</span> Depot</p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(email.heading)}</h1>
<p style="margin:0 0 20px;white-space:pre-line">${textToHtml(email.text)}</p>
${renderDetails(email.details ?? [])}
${renderItems(email)}
${email.links.map(renderLink).join("\n")}
<p class="muted" style="margin:20px 0 0;font-size:14px;color:#3c4753">${escapeHtml(email.note)}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;

const renderText = ({
	heading,
	text,
	details = [],
	items = [],
	more,
	links,
	note,
}: EmailContent): string =>
	[
		`${heading}\n${"=".repeat(heading.length)}`,
		text,
		details.map(([name, value]) => `${name}: ${value}`).join("\n"),
		...items.map(({ title, value, notes, link }) =>
			[
				`${title}: ${value}`,
				notes.join(", "),
				...(link ? [`${link.text}: ${link.href}`] : []),
			].join("\n"),
		),
		more,
		...links.map(({ text: label, href }) => `${label}:\n${href}`),
		note,
		`${shopName}\n`,
	]
		.filter(Boolean)
		.join("\n\n");

/** Creates an email with the same content as HTML and as text (RFC 2046 §5.1.4). */
export function writeEmail({ details = [], ...rest }: EmailContent): Email {
	const email = { ...rest, details: details.filter(([, value]) => value !== "") };
	return { to: email.to, subject: email.subject, text: renderText(email), html: renderHtml(email) };
}
