import type { EntryContext, RouterContextProvider } from "react-router";
import { shopContext } from "#app/context.ts";
import { tagOf } from "#worker/front/tag.ts";
import { forLog } from "#worker/shop/refusal.ts";
import { deferHydration } from "./deferred-hydration.ts";
import { renderDocument } from "./render-document.tsx";
import { contentSecurityPolicy, hashScripts } from "./security-policy.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
const isPayment = (request: Request) =>
	/^\/dashbord\/payment\//.test(new URL(request.url).pathname);

function setPolicy(headers: Headers, scripts: string[], payment: boolean) {
	/** Vite's dev server injects styles and scripts of its own. */
	if (import.meta.env.DEV) return;
	headers.set("Content-Security-Policy", contentSecurityPolicy({ scripts, payment }));
}

/**
 * Renders the document. `routerContext` and the headers come from React Router. A page for everyone can be kept in a
 * cache, which can hold no nonce: its scripts are known by hash.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const { everyone } = context.get(shopContext).visitor;
	const nonce = everyone || import.meta.env.DEV ? null : createNonce();
	const html = await renderDocument(routerContext, request.url, nonce);
	const document = everyone ? deferHydration(html) : html;
	const scripts = nonce ? [`'nonce-${nonce}'`] : await hashScripts(document);
	const bytes = new TextEncoder().encode(document);
	if (everyone) headers.set("ETag", await tagOf(bytes));
	headers.set("Content-Type", "text/html; charset=utf-8");
	setPolicy(headers, scripts, isPayment(request));
	return new Response(bytes, { status, headers });
}

/** What fails while a page is rendered is a bug: it goes to the log, not to the visitor. */
export function handleError(
	error: unknown,
	{ request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
	if (!request.signal.aborted)
		console.error(context.get(shopContext).visitor.request, forLog(error));
}
