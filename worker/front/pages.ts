import { createRequestHandler, RouterContextProvider } from "react-router";
import { shopContext } from "#app/context.ts";
import type { Shop } from "#worker/shop/context.ts";

const render = createRequestHandler(
	() => import("virtual:react-router/server-build"),
	import.meta.env.MODE,
);

/** @returns the page that React Router renders for this request, as this visitor sees it */
export function renderPage(request: Request, shop: Shop): Promise<Response> {
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	return render(request, context);
}
