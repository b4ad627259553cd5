import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { StillMarkup } from "./still.tsx";

/** Characters that could end the script or, in old parsers, its line: written as JavaScript escapes. */
const escapes: Record<string, string> = {
	"<": "\\u003c",
	">": "\\u003e",
	"&": "\\u0026",
	"\u2028": "\\u2028",
	"\u2029": "\\u2029",
};

const asScriptText = (data: string) =>
	JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? "");

/** Gives the browser what the loaders returned, as React Router's own `StreamTransfer` does. */
function handOver(data: string, nonce: string | null): string {
	const attribute = nonce ? ` nonce="${nonce}"` : "";
	const controller = "window.__reactRouterContext.streamController";
	const calls = `${controller}.enqueue(${asScriptText(data)});${controller}.close();`;
	return `<script${attribute}>${calls}</script>`;
}

const stills = new Map<() => ReactNode, string>();

function renderStill(Part: () => ReactNode): string {
	const html = stills.get(Part) ?? renderToStaticMarkup(<Part />);
	stills.set(Part, html);
	return html;
}

/**
 * Renders a page in one go: its data is there before rendering starts, and React's streaming renderer spends a sixth of a
 * page's time on encoding each piece of text by itself.
 * @param nonce of the scripts; null for a page whose scripts are known by hash
 */
export async function renderDocument(
	routerContext: EntryContext,
	url: string,
	nonce: string | null,
): Promise<string> {
	const { serverHandoffStream, ...context } = routerContext;
	const data = await new Response(serverHandoffStream).text();
	const page = (
		<StillMarkup value={renderStill}>
			<ServerRouter context={context} url={url} {...(nonce ? { nonce } : {})} />
		</StillMarkup>
	);
	const html = `<!DOCTYPE html>${renderToString(page)}`;
	if (!context.renderMeta?.didRenderScripts) return html;
	return html.replace("</body>", () => `${handOver(data, nonce)}</body>`);
}
