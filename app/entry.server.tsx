import { renderToReadableStream, renderToString } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import type { Shop } from "#worker/shop/context.ts";
import { forLog } from "#worker/shop/errors.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import { sandboxOrigin } from "./document/sandbox-origin.ts";
import { contentSecurityPolicy, paymentHeaders, type Sources } from "./document/security-policy.ts";
import { shopContext } from "./lib/context.ts";
import { hasFlag } from "./lib/route-flags.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** Reads the matched routes, not the URL, so that the policy is the same for every spelling of a path that the router accepts. */
const handlesOf = ({ staticHandlerContext, routeModules }: EntryContext) =>
	staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);

const stripeMockOrigin = (shop: Shop, url: string) =>
	getCardForm(shop)?.script ? sandboxOrigin(new URL(url).origin) : null;

function setPolicy(headers: Headers, sources: Sources) {
	// Vite's dev server injects its own styles and scripts. A page without any policy would get the strictest one.
	if (import.meta.env.DEV) return headers.set("Content-Security-Policy", "frame-ancestors 'none'");
	headers.set("Content-Security-Policy", contentSecurityPolicy(sources));
	if (!sources.payment) return;
	for (const [name, value] of Object.entries(paymentHeaders)) headers.set(name, value);
}

/** Renders a document as one string, which is faster than a stream when all data is loaded. */
function renderDocument(context: EntryContext, { url }: Request, headers: Headers): string {
	setPolicy(headers, { nonce: null, payment: false, stripeMock: null });
	// Vite's dev server ignores `public/_headers`, which set the content type of this file.
	if (!import.meta.env.DEV) headers.set("Speculation-Rules", '"/speculation.json"');
	return `<!DOCTYPE html>${renderToString(<ServerRouter context={context} url={url} />)}`;
}

function renderApp(context: EntryContext, { url }: Request, headers: Headers, shop: Shop) {
	// In development there is no policy. Browsers hide the nonce, which React would report as a hydration mismatch.
	const nonce = import.meta.env.DEV ? null : createNonce();
	const attributes = nonce === null ? {} : { nonce };
	const payment = hasFlag(handlesOf(context), "payment");
	setPolicy(headers, { nonce, payment, stripeMock: payment ? stripeMockOrigin(shop, url) : null });
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
	const page = hasFlag(handlesOf(routerContext), "document")
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
