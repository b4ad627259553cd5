import { renderToString } from "react-dom/server";
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from "react-router";
import type { Shop } from "#worker/shop/context.ts";
import { forLog } from "#worker/shop/errors.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import { sandboxOrigin } from "./document/sandbox-origin.ts";
import { contentSecurityPolicy, paymentHeaders, type Sources } from "./document/security-policy.ts";
import { shopContext } from "./lib/context.ts";
import { PartsContext } from "./lib/page-part.tsx";
import { hasFlag } from "./lib/route-flags.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** Reads the matched routes instead of the URL, because the router accepts several spellings of a path. */
const handlesOf = ({ staticHandlerContext, routeModules }: EntryContext) =>
	staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);

const stripeMockOrigin = (shop: Shop, url: string) =>
	getCardForm(shop)?.script ? sandboxOrigin(new URL(url).origin) : null;

function setPolicy(headers: Headers, sources: Sources) {
	// Vite's dev server injects styles and scripts. A page without a policy would get the strictest one (worker/http/security.ts).
	if (import.meta.env.DEV) return headers.set("Content-Security-Policy", "frame-ancestors 'none'");
	headers.set("Content-Security-Policy", contentSecurityPolicy(sources));
	if (!sources.payment) return;
	for (const [name, value] of Object.entries(paymentHeaders)) headers.set(name, value);
}

/** What React writes in place of a `<PagePart>` that throws. It escapes texts and attributes, so that they cannot contain it. */
const failedPart = "<!--$!-->";

/** Renders to a string, which is faster than a stream, because all data is already loaded. @throws what a part of the page throws */
function renderHtml(context: EntryContext, { url }: Request, nonce: { nonce?: string }): string {
	// Its data is handed over below: React Router's own way to do that suspends, for which `renderToString` does not wait.
	const { serverHandoffStream: _, ...rest } = context;
	const router = <ServerRouter context={rest} url={url} {...nonce} />;
	const html = renderToString(router);
	// Without its parts the page throws the error, which React does not report.
	const page = html.includes(failedPart)
		? renderToString(<PartsContext value={false}>{router}</PartsContext>)
		: html;
	return `<!DOCTYPE html>${page}`;
}

function renderDocument(context: EntryContext, request: Request, headers: Headers): string {
	setPolicy(headers, { nonce: null, payment: false, stripeMock: null });
	// `public/_headers` sets the content type of this file, which Vite's dev server ignores.
	if (!import.meta.env.DEV) headers.set("Speculation-Rules", '"/speculation.json"');
	return renderHtml(context, request, {});
}

const controller = "window.__reactRouterContext.streamController";

/** The script that React Router's `<StreamTransfer>` would write: it gives the page's data to the router in the browser. */
async function handOverData({ serverHandoffStream }: EntryContext, nonce: string) {
	const data = JSON.stringify(await new Response(serverHandoffStream).text());
	const escaped = data.replaceAll("<", "\\u003c");
	return `<script nonce="${nonce}">${controller}.enqueue(${escaped});${controller}.close()</script>`;
}

async function renderApp(context: EntryContext, request: Request, headers: Headers, shop: Shop) {
	const nonce = createNonce();
	const payment = hasFlag(handlesOf(context), "payment");
	const stripeMock = payment ? stripeMockOrigin(shop, request.url) : null;
	setPolicy(headers, { nonce, payment, stripeMock });
	// Browsers hide the nonce, which React reports as a hydration mismatch in development.
	const html = renderHtml(context, request, import.meta.env.DEV ? {} : { nonce });
	const end = html.lastIndexOf("</body>");
	return html.slice(0, end) + (await handOverData(context, nonce)) + html.slice(end);
}

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	headers.set("Content-Type", "text/html; charset=utf-8");
	const page = hasFlag(handlesOf(routerContext), "document")
		? renderDocument(routerContext, request, headers)
		: await renderApp(routerContext, request, headers, context.get(shopContext));
	return new Response(page, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
	// React Router's answers to requests that no page accepts name the address, which may have a token. The request is logged anyway.
	if (!request.signal.aborted && !isRouteErrorResponse(error))
		console.error(context.get(shopContext).visitor.requestId, forLog(error));
};
