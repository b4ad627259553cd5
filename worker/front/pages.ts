import { createRequestHandler, RouterContextProvider } from "react-router";
import { refusalContext, shopContext } from "#app/context.ts";
import { ShopError } from "#contract/errors.ts";
import type { Shop } from "#worker/shop/context.ts";
import { readForm } from "./form.ts";

const loadBuild = () => import("virtual:react-router/server-build");

/** Asked for its routes at each request, React Router prepares all of them each time: only the dev server's change. */
const openRenderer = async () =>
	createRequestHandler(import.meta.env.DEV ? loadBuild : await loadBuild(), import.meta.env.MODE);

let renderer: ReturnType<typeof openRenderer> | undefined;

type Prepared = { request: Request; refusal: ShopError | null };

async function prepare(request: Request): Promise<Prepared> {
	if (request.method === "GET" || request.method === "HEAD") return { request, refusal: null };
	try {
		return { request: await readForm(request), refusal: null };
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		return { request: new Request(request.url, { method: request.method }), refusal: error };
	}
}

/** @returns the page that React Router renders for this request, as this visitor sees it */
export async function renderPage(asked: Request, shop: Shop): Promise<Response> {
	renderer ??= openRenderer();
	const render = await renderer;
	const { request, refusal } = await prepare(asked);
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(refusalContext, refusal);
	return render(request, context);
}
