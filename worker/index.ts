import { WorkerEntrypoint } from "cloudflare:workers";
import { Hono } from "hono";
import { errorBody } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { api } from "./api/index.ts";
import { createMeter } from "./db/meter.ts";
import type { Env } from "./env.ts";
import { openAnonymousShop } from "./front/anonymous.ts";
import { tagLiveData } from "./front/etag.ts";
import { answerFailure } from "./front/failures.ts";
import { closedByDefault, privateByDefault, requestId, securityHeaders } from "./front/headers.ts";
import { noteMaking, takeNote } from "./front/made-for.ts";
import { checkOrigin } from "./front/origin.ts";
import { isForPages, renderPage } from "./front/pages.ts";
import { noteRefusals } from "./front/refusals.ts";
import { logRequest } from "./front/request-log.ts";
import { sandbox } from "./front/sandbox.ts";
import {
	isForEveryone,
	keepAtEdge,
	madeForHeader,
	unlessKnown,
	withoutVisitor,
} from "./front/storefront.ts";
import { inTheme, theme } from "./front/theme.ts";
import { type FrontDoor, visit } from "./front/visit.ts";
import type { Shop } from "./shop/context.ts";
import { openEdge, type PurgeResult } from "./shop/edge.ts";
import { sweep } from "./shop/sweep.ts";

declare global {
	interface ExecutionContext<Props = unknown> {
		/** The other entrypoints of this Worker, called as a service binding is. */
		readonly exports: { Storefront: Service<typeof Storefront> };
	}
}

const shopDoor = new Hono<FrontDoor>()
	.use(requestId, noteRefusals, securityHeaders)
	.route("/", sandbox)
	.use(logRequest, privateByDefault, closedByDefault, checkOrigin, inTheme)
	.route("/", theme)
	.get("*", async (context, next) => {
		const { req, executionCtx, var: own } = context;
		if (!isForEveryone(req.raw)) return next();
		const asked = withoutVisitor(req.raw, own.requestId);
		const page = await executionCtx.exports.Storefront.fetch(asked);
		const answer = await unlessKnown(req.raw, page);
		context.set("edge", takeNote(answer, own.requestId, own.meter) ? "made" : "kept");
		return answer;
	})
	.use(visit)
	.route("/", api)
	.use(tagLiveData)
	.all("*", async (context) => {
		const { shop, refusal } = context.var;
		if (isForPages(context.req.raw)) return renderPage(context.req.raw, shop, refusal);
		return context.json(errorBody(404, failure.notFound), 404);
	});
shopDoor.onError(answerFailure);

/** Public pages for anonymous visitors. Workers Cache stands in front of it (wrangler.toml). */
export class Storefront extends WorkerEntrypoint<Env> {
	override async fetch(request: Request): Promise<Response> {
		const meter = createMeter(this.env);
		const waitUntil: Shop["waitUntil"] = (work) => this.ctx.waitUntil(work());
		const id = request.headers.get(madeForHeader) ?? "";
		const edge = openEdge((tags) => this.purge(tags));
		const shop = openAnonymousShop(this.env, waitUntil, edge, { meter, request: id });
		const page = await renderPage(request, shop);
		noteMaking(page, id, meter);
		return keepAtEdge(request, page, edge);
	}

	/** An entrypoint can purge only its own cache, so the shop asks here. The local runtime has none: nothing to purge. */
	async purge(tags: string[]): Promise<PurgeResult> {
		console.log(JSON.stringify({ purge: tags }));
		return (await this.ctx.cache?.purge({ tags })) ?? { success: true, errors: [] };
	}
}

export default {
	fetch: shopDoor.fetch,
	scheduled({ scheduledTime }, env, ctx) {
		const edge = openEdge((tags) => ctx.exports.Storefront.purge(tags));
		const shop = openAnonymousShop(env, (work) => ctx.waitUntil(work()), edge);
		ctx.waitUntil(sweep(shop, new Date(scheduledTime)));
	},
} satisfies ExportedHandler<Env>;
