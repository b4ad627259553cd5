import { createRequestHandler, RouterContextProvider } from "react-router";
import { refusalContext, shopContext } from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";
import { withErrorPages } from "./error-pages.ts";
import { retryAfter } from "./failures.ts";
import { readForm } from "./form.ts";

const loadBuild = async () => withErrorPages(await import("virtual:react-router/server-build"));

/** Asked for its routes at each request, React Router prepares all of them each time: only the dev server's change. */
const openRenderer = async () =>
	createRequestHandler(import.meta.env.DEV ? loadBuild : await loadBuild(), import.meta.env.MODE);

let renderer: ReturnType<typeof openRenderer> | undefined;

type Prepared = { request: Request; refusal: ShopError | null };

const withoutBody = ({ url, method }: Request) => new Request(url, { method });

async function prepare(request: Request): Promise<Prepared> {
	if (request.method === "GET" || request.method === "HEAD") return { request, refusal: null };
	try {
		return { request: await readForm(request), refusal: null };
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		return { request: withoutBody(request), refusal: error };
	}
}

/** Pages are looked at, and their forms sent: nothing else is asked of them by a browser. */
export const isForPages = ({ method }: Request): boolean =>
	method === "GET" || method === "HEAD" || method === "POST";

/**
 * @param refused why nobody can be shown this page now; the error page says it
 * @returns the page that React Router renders for this request, as this visitor sees it
 */
export async function renderPage(
	asked: Request,
	shop: Shop,
	refused: ShopError | null = null,
): Promise<Response> {
	renderer ??= openRenderer();
	const render = await renderer;
	const { request, refusal } = refused
		? { request: withoutBody(asked), refusal: refused }
		: await prepare(asked);
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(refusalContext, refusal);
	const page = await render(request, context);
	if (page.status === 503) page.headers.set("Retry-After", retryAfter);
	return page;
}
