import { WorkerEntrypoint } from "cloudflare:workers";
import type { Context } from "hono";
import { createQueryStats } from "./db/client.ts";
import type { Env } from "./env.ts";
import { createCookies } from "./http/cookies.ts";
import { isPubliclyCacheable, setCacheHeaders, toCacheableRequest } from "./http/edge-cache.ts";
import { toConditionalResponse } from "./http/etag.ts";
import { attachRenderStats, takeRenderStats } from "./http/observability.ts";
import { renderPage } from "./http/pages.ts";
import { type AppEnv, createAnonymousContext } from "./http/request-context.ts";
import { requestIdHeader } from "./http/security.ts";
import { isUpload, nameDocument, uploadRoutes } from "./http/uploads.ts";
import { createPipeline } from "./pipeline.ts";
import { currentRequest } from "./services/log-error.ts";
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
	const response = await toConditionalResponse(req.raw, page);
	set("cache", takeRenderStats(response, requestId, queryStats) ? "miss" : "hit");
	return response;
}

const cached = createPipeline()
	.get("/images/:key", fetchFromStorefront)
	.get("/documents/:hash/:name", async (context) =>
		nameDocument(await fetchFromStorefront(context), context.req.path),
	)
	.get("*", fetchFromStorefront);

const isForStorefront = (request: Request) =>
	["GET", "HEAD"].includes(request.method) && (isUpload(request) || isPubliclyCacheable(request));

/** Serves public pages to anonymous visitors, and uploaded files to everyone, behind Workers Cache (wrangler.toml). */
export class Storefront extends WorkerEntrypoint<Env> {
	override async fetch(request: Request): Promise<Response> {
		const queryStats = createQueryStats();
		const requestId = request.headers.get(requestIdHeader) ?? "";
		const purge = (tags: string[]) => this.purge(tags);
		const shop = createAnonymousContext(this.env, this.ctx, purge, { queryStats, requestId });
		const cookies = createCookies(request);
		const response = await currentRequest.run(requestId, async () =>
			isUpload(request)
				? uploadRoutes.fetch(request, this.env)
				: setCacheHeaders(request, await renderPage(request, shop, cookies), shop.edgeCache),
		);
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
	async fetch(request, env, ctx) {
		// Imported lazily, so that a new process serves its first public page sooner.
		const app = isForStorefront(request) ? cached : (await import("./uncached.ts")).uncached;
		return app.fetch(request, env, ctx);
	},
	scheduled({ scheduledTime }, env, ctx) {
		const queryStats = createQueryStats();
		const purge = (tags: string[]) => ctx.exports.Storefront.purge(tags);
		const shop = createAnonymousContext(env, ctx, purge, { queryStats });
		ctx.waitUntil(sweep(shop, new Date(scheduledTime), queryStats));
	},
} satisfies ExportedHandler<Env>;
