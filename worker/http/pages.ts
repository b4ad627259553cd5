import { createRequestHandler, RouterContextProvider } from "react-router";
import {
	type Cookies,
	cookiesContext,
	isSharedContext,
	requestErrorContext,
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

export const isPageMethod = ({ method }: Request): boolean =>
	["GET", "HEAD", "POST"].includes(method);

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
	let request = original;
	let refusal = refused;
	try {
		if (!refusal && original.method === "POST") request = await readForm(original);
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		refusal = error;
	}
	// Of a refused request the body is not read.
	if (refusal) request = new Request(original.url, { method: original.method });
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(cookiesContext, cookies);
	context.set(isSharedContext, everyone);
	context.set(requestErrorContext, refusal);
	const page = await render(request, context);
	if (page.status === 503) page.headers.set("Retry-After", retryAfter);
	return page;
}
