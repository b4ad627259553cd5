import { renderToReadableStream, renderToString } from "react-dom/server";
import {
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type RouterContextProvider,
	ServerRouter,
} from "react-router";
import type { ShopContext } from "#worker/shop/context.ts";
import { redactQueryValues } from "#worker/shop/errors.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import { getSandboxOrigin } from "./document/sandbox-origin.ts";
import {
	buildContentSecurityPolicy,
	type PolicyOptions,
	paymentHeaders,
} from "./document/security-policy.ts";
import { shopContext } from "./lib/context.ts";
import { hasFlag } from "./lib/route-flags.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

/** Reads the matched routes instead of the URL, because the router accepts several spellings of a path. */
const getHandles = ({ staticHandlerContext, routeModules }: EntryContext) =>
	staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);

const getStripeMockOrigin = (shop: ShopContext, url: string) =>
	getCardForm(shop)?.script ? getSandboxOrigin(new URL(url).origin) : null;

function setPolicy(headers: Headers, options: PolicyOptions) {
	// Vite's dev server injects styles and scripts. A page without a policy would get the strictest one (worker/http/security.ts).
	if (import.meta.env.DEV) return headers.set("Content-Security-Policy", "frame-ancestors 'none'");
	headers.set("Content-Security-Policy", buildContentSecurityPolicy(options));
	if (!options.isPayment) return;
	for (const [name, value] of Object.entries(paymentHeaders)) headers.set(name, value);
}

/** Renders to a string, which is faster than a stream, because all data is already loaded. */
function renderDocument(context: EntryContext, { url }: Request, headers: Headers): string {
	setPolicy(headers, { nonce: null, isPayment: false, stripeMock: null });
	// `public/_headers` sets the content type of this file, which Vite's dev server ignores.
	if (!import.meta.env.DEV) headers.set("Speculation-Rules", '"/speculation.json"');
	return `<!DOCTYPE html>${renderToString(<ServerRouter context={context} url={url} />)}`;
}

/** Errors that React has reported. React Router reports them again if they end the render. */
const loggedErrors = new WeakSet();

async function renderApp(
	context: EntryContext,
	{ url }: Request,
	headers: Headers,
	shop: ShopContext,
) {
	const nonce = createNonce();
	// In development, React would report a hydration mismatch, because browsers hide the nonce.
	const attributes = import.meta.env.DEV ? {} : { nonce };
	const isPayment = hasFlag(getHandles(context), "payment");
	const stripeMock = isPayment ? getStripeMockOrigin(shop, url) : null;
	setPolicy(headers, { nonce, isPayment, stripeMock });
	const errors: unknown[] = [];
	const page = await renderToReadableStream(
		<ServerRouter context={context} url={url} {...attributes} />,
		{
			...attributes,
			// With a finite size, React would need a script to reveal the later `<Suspense>` boundaries of a page.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onError: (error) => {
				console.error(shop.visitor.requestId, redactQueryValues(error));
				loggedErrors.add(Object(error));
				errors.push(error);
			},
		},
	);
	// After an error inside `<Suspense>`, React continues without that part. React Router renders the error page instead.
	if (errors.length > 0) throw errors[0];
	return page;
}

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	headers.set("Content-Type", "text/html; charset=utf-8");
	const page = hasFlag(getHandles(routerContext), "document")
		? renderDocument(routerContext, request, headers)
		: await renderApp(routerContext, request, headers, context.get(shopContext));
	return new Response(page, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
	// React Router's own error responses, such as 404, include the URL, which may contain a token. The request is logged anyway.
	const isLogged = isRouteErrorResponse(error) || loggedErrors.has(Object(error));
	if (!request.signal.aborted && !isLogged)
		console.error(context.get(shopContext).visitor.requestId, redactQueryValues(error));
};
