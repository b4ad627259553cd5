import { WorkerEntrypoint } from "cloudflare:workers";
import { type Context, Hono } from "hono";
import { errorBody, ShopError } from "#contract/errors.ts";
import { api } from "./api/index.ts";
import { createQueryStats } from "./db/client.ts";
import type { Env } from "./env.ts";
import { basketForms } from "./http/basket-forms.ts";
import { createCookies } from "./http/cookies.ts";
import { isPubliclyCacheable, setCacheHeaders, toCacheableRequest } from "./http/edge-cache.ts";
import { respondToError } from "./http/errors.ts";
import { addETagToDashboardData, conditionalResponse } from "./http/etag.ts";
import {
	attachRenderStats,
	logRejectedRequests,
	logRequest,
	takeRenderStats,
} from "./http/observability.ts";
import { isPageMethod, renderPage } from "./http/pages.ts";
import { type AppEnv, createAnonymousContext, loadRequestContext } from "./http/request-context.ts";
import {
	checkOrigin,
	denyAllCspByDefault,
	neverShareCookies,
	noStoreByDefault,
	requestId,
	requestIdHeader,
	securityHeaders,
} from "./http/security.ts";
import { theme, withChosenTheme } from "./http/theme.ts";
import { isUpload, nameDocument, uploads } from "./http/uploads.ts";
import type { PurgeResult } from "./shop/context.ts";
import { sweep } from "./shop/sweep.ts";

declare global {
	interface ExecutionContext<Props = unknown> {
		/** The other entrypoints of this Worker, called like service bindings. */
		readonly exports: { Storefront: Service<typeof Storefront> };
	}
}

async function fetchFromStorefront({ req, executionCtx, var: variables, set }: Context<AppEnv>) {
	const { requestId, queryStats } = variables;
	const request = toCacheableRequest(req.raw, requestId);
	const page: Response = await executionCtx.exports.Storefront.fetch(request);
	const response = await conditionalResponse(req.raw, page);
	set("cache", takeRenderStats(response, requestId, queryStats) ? "miss" : "hit");
	return response;
}

const app = new Hono<AppEnv>()
	.use(requestId, logRejectedRequests, neverShareCookies, securityHeaders)
	.all("/__sandbox/*", async ({ env, req, notFound }) => {
		if (!env.SANDBOX) return notFound();
		const response = await env.SANDBOX.fetch(req.raw);
		// A fetched response's headers are immutable.
		return new Response(response.body, response);
	})
	.use(logRequest, noStoreByDefault, denyAllCspByDefault, checkOrigin, withChosenTheme)
	.route("/", theme)
	.get("/images/:key", fetchFromStorefront)
	.get("/documents/:hash/:name", async (context) =>
		nameDocument(await fetchFromStorefront(context), context.req.path),
	)
	.get("*", (context, next) =>
		isPubliclyCacheable(context.req.raw) ? fetchFromStorefront(context) : next(),
	)
	.use(loadRequestContext)
	.route("/", api)
	.route("/", basketForms)
	.use(addETagToDashboardData)
	.all("*", async (context) => {
		const { shop, cookies, sessionError } = context.var;
		if (isPageMethod(context.req.raw)) {
			return renderPage(context.req.raw, shop, cookies, sessionError);
		}
		return context.json(errorBody(new ShopError("not_found")), 404);
	});
app.onError(respondToError);

/** Public pages for anonymous visitors, and uploaded files for everyone, behind Workers Cache (wrangler.toml). */
export class Storefront extends WorkerEntrypoint<Env> {
	override async fetch(request: Request): Promise<Response> {
		const queryStats = createQueryStats();
		const requestId = request.headers.get(requestIdHeader) ?? "";
		const purge = (tags: string[]) => this.purge(tags);
		const shop = createAnonymousContext(this.env, this.ctx, purge, { queryStats, requestId });
		const cookies = createCookies(request);
		const response = isUpload(request)
			? await uploads.fetch(request, this.env)
			: await setCacheHeaders(request, await renderPage(request, shop, cookies), shop.edgeCache);
		attachRenderStats(response, requestId, queryStats);
		return response;
	}

	/** Called by RPC, because a purge is scoped to its entrypoint. `ctx.cache` is undefined in the local runtime. */
	async purge(tags: string[]): Promise<PurgeResult> {
		console.log(JSON.stringify({ purge: tags }));
		return (await this.ctx.cache?.purge({ tags })) ?? { success: true, errors: [] };
	}
}

export default {
	fetch: app.fetch,
	scheduled({ scheduledTime }, env, ctx) {
		const queryStats = createQueryStats();
		const purge = (tags: string[]) => ctx.exports.Storefront.purge(tags);
		const shop = createAnonymousContext(env, ctx, purge, { queryStats });
		ctx.waitUntil(sweep(shop, new Date(scheduledTime), queryStats));
	},
} satisfies ExportedHandler<Env>;
