import { renderToReadableStream, renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import type { Shop } from "#worker/shop/context.ts";
import { forLog } from "#worker/shop/errors.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import { sandboxOrigin } from "./document/sandbox-origin.ts";
import { contentSecurityPolicy, paymentHeaders, type Sources } from "./document/security-policy.ts";
import { shopContext } from "./lib/context.ts";
import { hasMark } from "./lib/page-marks.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** By the route that matched, so that every spelling of its address that the router takes has the same policy. */
const handlesOf = ({ staticHandlerContext, routeModules }: EntryContext) =>
	staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);

const doubleOf = (shop: Shop, url: string) =>
	getCardForm(shop)?.script ? sandboxOrigin(new URL(url).origin) : null;

function setPolicy(headers: Headers, sources: Sources) {
	// Vite's dev server injects styles and scripts of its own; without any policy the page would be given the closed one.
	if (import.meta.env.DEV) return headers.set("Content-Security-Policy", "frame-ancestors 'none'");
	headers.set("Content-Security-Policy", contentSecurityPolicy(sources));
	if (!sources.payment) return;
	for (const [name, value] of Object.entries(paymentHeaders)) headers.set(name, value);
}

/** A document in one piece, which React renders faster than a stream: all of its data is there. */
function renderDocument(context: EntryContext, { url }: Request, headers: Headers): string {
	setPolicy(headers, { nonce: null, payment: false, double: null });
	// Vite's dev server knows no `public/_headers`, which give the file its type.
	if (!import.meta.env.DEV) headers.set("Speculation-Rules", '"/speculation.json"');
	return `<!DOCTYPE html>${renderToString(<ServerRouter context={context} url={url} />)}`;
}

function renderApp(context: EntryContext, { url }: Request, headers: Headers, shop: Shop) {
	// In development there is no policy, and React reports the nonce, which browsers hide, as a mismatch.
	const nonce = import.meta.env.DEV ? null : createNonce();
	const attributes = nonce === null ? {} : { nonce };
	const payment = hasMark(handlesOf(context), "payment");
	setPolicy(headers, { nonce, payment, double: payment ? doubleOf(shop, url) : null });
	return renderToReadableStream(<ServerRouter context={context} url={url} {...attributes} />, {
		...attributes,
		onError: (error) => console.error(shop.visitor.request, forLog(error)),
	});
}

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	headers.set("Content-Type", "text/html; charset=utf-8");
	const page = hasMark(handlesOf(routerContext), "document")
		? renderDocument(routerContext, request, headers)
		: await renderApp(routerContext, request, headers, context.get(shopContext));
	return new Response(page, { status, headers });
}

export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
	if (!request.signal.aborted)
		console.error(context.get(shopContext).visitor.request, forLog(error));
}
