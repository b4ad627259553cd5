import type { EntryContext, RouterContextProvider } from "react-router";
import * as v from "valibot";
import type { Shop } from "#worker/shop/context.ts";
import { forLog } from "#worker/shop/errors.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import { deferHydration } from "./document/deferred-hydration.ts";
import { renderDocument } from "./document/render-document.tsx";
import { sandboxOrigin } from "./document/sandbox-origin.ts";
import {
	contentSecurityPolicy,
	hashScripts,
	paymentHeaders,
	type Sources,
} from "./document/security-policy.ts";
import { isSharedContext, shopContext } from "./lib/context.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));

const paymentHandle = v.object({ payment: v.literal(true) });

/** By the route that matched, so that every spelling of its address that the router takes has the same policy. */
const isPayment = ({ staticHandlerContext, routeModules }: EntryContext) =>
	staticHandlerContext.matches.some(({ route }) =>
		v.is(paymentHandle, routeModules[route.id]?.handle),
	);

const doubleOf = (shop: Shop, url: string) =>
	getCardForm(shop)?.script ? sandboxOrigin(new URL(url).origin) : null;

function setPolicy(headers: Headers, sources: Sources) {
	// Vite's dev server injects styles and scripts of its own; without any policy the page would be given the closed one.
	if (import.meta.env.DEV) return headers.set("Content-Security-Policy", "frame-ancestors 'none'");
	headers.set("Content-Security-Policy", contentSecurityPolicy(sources));
	if (!sources.payment) return;
	for (const [name, value] of Object.entries(paymentHeaders)) headers.set(name, value);
}

type Page = { html: string; scripts: string[] };

async function render(context: EntryContext, url: string, everyone: boolean): Promise<Page> {
	if (import.meta.env.DEV) return { html: await renderDocument(context, url, null), scripts: [] };
	const nonce = createNonce();
	const html = await renderDocument(context, url, nonce);
	if (everyone) return hashScripts(deferHydration(html, nonce), nonce);
	return { html, scripts: [`'nonce-${nonce}'`] };
}

/** A page for everyone can be cached, so it has no nonce: its scripts are known by hash. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const shop = context.get(shopContext);
	const everyone = context.get(isSharedContext);
	const { html, scripts } = await render(routerContext, request.url, everyone);
	headers.set("Content-Type", "text/html; charset=utf-8");
	const payment = isPayment(routerContext);
	setPolicy(headers, { scripts, payment, double: payment ? doubleOf(shop, request.url) : null });
	return new Response(html, { status, headers });
}

export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
	if (!request.signal.aborted)
		console.error(context.get(shopContext).visitor.request, forLog(error));
}
