import { createRequestHandler, RouterContextProvider } from "react-router";
import {
	type Cookies,
	cookiesContext,
	everyoneContext,
	refusalContext,
	shopContext,
} from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";
import { readForm } from "./body.ts";
import { retryAfter, withErrorPages } from "./errors.ts";

const loadBuild = async () => withErrorPages(await import("virtual:react-router/server-build"));

/** With a function for a build React Router prepares all routes for each request: only the dev server's change. */
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

export const isPageMethod = ({ method }: Request): boolean =>
	method === "GET" || method === "HEAD" || method === "POST";

type Visit = {
	cookies: Cookies;
	/** Whether the page is made once for everyone and may be cached. */
	everyone?: boolean;
	/** Why no page can be shown now; the error page says it. */
	refused?: ShopError | null;
};

export async function renderPage(
	original: Request,
	shop: Shop,
	{ cookies, everyone = false, refused = null }: Visit,
): Promise<Response> {
	renderer ??= openRenderer();
	const render = await renderer;
	const { request, refusal } = refused
		? { request: withoutBody(original), refusal: refused }
		: await prepare(original);
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(cookiesContext, cookies);
	context.set(everyoneContext, everyone);
	context.set(refusalContext, refusal);
	const page = await render(request, context);
	if (page.status === 503) page.headers.set("Retry-After", retryAfter);
	return page;
}
