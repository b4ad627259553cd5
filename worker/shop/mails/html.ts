import { mailStyle } from "./html-style.ts";
import type { Fact, Part } from "./part.ts";

const entities: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const paper = "background:#fbfbf9;color:#15191e";
const hairline = "border-top:1px solid #c9d1d9";

function rowOf([name, value, loud]: Fact): string {
	const cell = `padding:10px 0;${hairline};vertical-align:top`;
	return `<tr><th class="muted line" scope="row" align="left" width="38%" style="${cell};padding-right:16px;font-weight:400;color:#3c4753">${escapeHtml(name)}</th><td class="line" align="left" style="${cell};${loud ? "font-size:20px;line-height:1.2;font-weight:800;" : ""}overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`;
}

function blockOf(part: Part): string {
	switch (part.kind) {
		case "heading":
			return `<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${escapeHtml(part.text)}</h1>`;
		case "paragraph":
			return `<p style="margin:0 0 20px">${escapeHtml(part.text)}</p>`;
		case "note":
			return `<p class="muted" style="margin:20px 0 0;font-size:14px;color:#3c4753">${escapeHtml(part.text)}</p>`;
		case "button":
			return `<p style="margin:24px 0 12px"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:14px 24px;background:#ff6b1a;color:#15191e;font-weight:700;text-decoration:none;border-radius:4px">${escapeHtml(part.text)}</a></p>`;
		case "link":
			return `<p style="margin:0 0 12px"><a class="accent" href="${escapeHtml(part.href)}" style="color:#b8430a">${escapeHtml(part.text)}</a></p>`;
		case "facts":
			return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-variant-numeric:tabular-nums">${part.rows.map(rowOf).join("")}</table>`;
	}
}

/**
 * The HTML part of a mail: tables and inline styles, which every client knows; nothing is fetched, the wordmark is text.
 * Every text in it is escaped.
 */
export const htmlOf = (title: string, preheader: string, parts: Part[]): string =>
	`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${mailStyle}</style></head>
<body class="ground" style="margin:0;padding:0;background:#eef1f4">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#eef1f4"><tr><td align="center" style="padding:24px 12px">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;${paper};border:1px solid #c9d1d9;border-radius:6px;font:16px/1.5 Archivo,Arial,Helvetica,sans-serif"><tr><td class="inner" align="left" style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:800;letter-spacing:-0.01em">Torque <span class="accent" style="color:#b8430a">Tool</span> Depot</p>
${parts.map(blockOf).join("\n")}
</td></tr></table>
</td></tr></table>
</body></html>
`;
