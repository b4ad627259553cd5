import boot from "./boot.js?raw";

const preload = /<link rel="modulepreload"[^>]*>/g;
const moduleScript = /<script type="module" async="">/g;

/**
 * Holds back the scripts of a page that works without them, until the visitor shows interest (app/boot.js).
 * @param html the finished document, as React Router renders it
 * @returns the same document, which loads no JavaScript by itself; a page without scripts stays as it is
 */
export function deferHydration(html: string): string {
	const held = html.replace(moduleScript, '<script type="text/deferred">');
	if (held === html) return html;
	return held.replace(preload, "").replace("</body>", () => `<script>${boot}</script></body>`);
}
