import { createRequestHandler, RouterContextProvider } from "react-router";
import {
	type Cookies,
	cookiesContext,
	requestErrorContext,
	shopContext,
} from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import { can } from "#contract/roles.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { readForm, uploadLimits } from "./body.ts";
import { retryAfterSeconds, withErrorPages } from "./errors.ts";

const loadBuild = async () => withErrorPages(await import("virtual:react-router/server-build"));

/** Given a function instead of a build, React Router prepares all routes for each request. Only the dev server needs that. */
const createRenderer = async () =>
	createRequestHandler(import.meta.env.DEV ? loadBuild : await loadBuild(), import.meta.env.MODE);

let renderer: ReturnType<typeof createRenderer> | undefined;

export const isPageMethod = ({ method }: Request): boolean =>
	["GET", "HEAD", "POST"].includes(method);

const largeForms: [path: RegExp, limit: keyof typeof uploadLimits][] = [
	[/^\/dashbord\/import$/, "import"],
	[/^\/dashbord\/updateproducts\/[^/]+$/, "pictureOrDocument"],
];

/** Only accounts that may edit products can send the largest files, and visitors can send only small ones. */
function getUploadLimit({ url }: Request, { account }: ShopContext) {
	if (!account) return uploadLimits.visitor;
	const path = new URL(url).pathname.replace(/\.data$/, "");
	const [, name] = largeForms.find(([pattern]) => pattern.test(path)) ?? [];
	return uploadLimits[name && can(account, "products:write") ? name : "picture"];
}

/** Whether React Router can decode the path. If not, it logs the path, which may contain the token of a payment link. */
function hasDecodablePath({ url }: Request): boolean {
	try {
		decodeURIComponent(new URL(url).pathname);
		return true;
	} catch {
		return false;
	}
}

/** @param requestError - shown instead of the page */
export async function renderPage(
	original: Request,
	shop: ShopContext,
	cookies: Cookies,
	requestError: ShopError | null = null,
): Promise<Response> {
	renderer ??= createRenderer();
	const render = await renderer;
	let request = hasDecodablePath(original) ? original : new Request(new URL("/none", original.url));
	let pageError = requestError;
	try {
		if (!pageError && request.method === "POST")
			request = await readForm(original, getUploadLimit(original, shop));
	} catch (error) {
		if (!(error instanceof ShopError)) throw error;
		pageError = error;
	}
	// No action reads the body of a rejected request.
	if (pageError) request = new Request(request.url, { method: request.method });
	const context = new RouterContextProvider();
	context.set(shopContext, shop);
	context.set(cookiesContext, cookies);
	context.set(requestErrorContext, pageError);
	const page = await render(request, context);
	if (page.status === 503) page.headers.set("Retry-After", retryAfterSeconds);
	return page;
}
