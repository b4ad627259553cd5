import boot from "./boot.js?raw";

const preload = /<link rel="modulepreload"[^>]*>/g;

/**
 * Holds back the scripts of a page that works without them, until the visitor shows interest (app/document/boot.js).
 * @param nonce of its scripts
 * @returns the document, which loads no JavaScript by itself; a page without scripts is unchanged
 */
export function deferHydration(html: string, nonce: string): string {
	const body = html.indexOf("</head>");
	const scripts = html.indexOf("<script", body);
	const own = `<script nonce="${nonce}"`;
	const held = html
		.slice(scripts)
		.replaceAll(`${own} type="module" async="">`, `${own} type="text/deferred">`);
	if (scripts < 0 || html.endsWith(held)) return html;
	return [
		html.slice(0, body).replace(preload, ""),
		html.slice(body, scripts),
		held.replace("</body>", () => `${own}>${boot}</script></body>`),
	].join("");
}
