import { isbot } from "isbot";
import { type ReactDOMServerReadableStream, renderToReadableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { shopContext } from "#app/context.ts";
import { deferHydration } from "./deferred-hydration.ts";
import { contentSecurityPolicy, hashScripts } from "./security-policy.ts";

const createNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
const isPayment = (request: Request) =>
	/^\/dashbord\/payment\//.test(new URL(request.url).pathname);

function setPolicy(headers: Headers, scripts: string[], payment: boolean) {
	/** Vite's dev server injects styles and scripts of its own. */
	if (import.meta.env.DEV) return;
	headers.set("Content-Security-Policy", contentSecurityPolicy({ scripts, payment }));
}

/** A page for everyone is finished before it is sent: its scripts are known by hash, as a cache can hold no nonce. */
async function sendToEveryone(
	stream: ReactDOMServerReadableStream,
	status: number,
	headers: Headers,
) {
	await stream.allReady;
	const html = deferHydration(await new Response(stream).text());
	setPolicy(headers, await hashScripts(html), false);
	return new Response(html, { status, headers });
}

/** Renders the document. `routerContext` and the headers come from React Router. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	context: RouterContextProvider,
): Promise<Response> {
	const { visitor } = context.get(shopContext);
	const nonce = visitor.everyone || import.meta.env.DEV ? undefined : createNonce();
	const stream = await renderToReadableStream(
		<ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />,
		{
			...(nonce ? { nonce } : {}),
			signal: request.signal,
			onError(error) {
				if (!request.signal.aborted) console.error(error);
			},
		},
	);
	headers.set("Content-Type", "text/html; charset=utf-8");
	if (isbot(request.headers.get("User-Agent"))) await stream.allReady;
	if (visitor.everyone) return sendToEveryone(stream, status, headers);
	setPolicy(headers, [`'nonce-${nonce}'`], isPayment(request));
	return new Response(stream, { status, headers });
}

/** What a loader or action throws that is no answer is a bug: it goes to the log, not to the visitor. */
export function handleError(error: unknown, { request }: { request: Request }) {
	if (!request.signal.aborted) console.error(request.method, new URL(request.url).pathname, error);
}
