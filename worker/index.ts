import { WorkerEntrypoint } from "cloudflare:workers";
import { type Context, Hono } from "hono";
import { errorBody, ShopError } from "#contract/errors.ts";
import { api } from "./api/index.ts";
import { createMeter } from "./db/meter.ts";
import type { Env } from "./env.ts";
import { openAnonymousShop } from "./front/anonymous.ts";
import { tagLiveData } from "./front/etag.ts";
import { answerFailure } from "./front/failures.ts";
import {
	closedByDefault,
	privateByDefault,
	requestId,
	securityHeaders,
	sharedWithoutCookies,
} from "./front/headers.ts";
import { noteMaking, takeNote } from "./front/made-for.ts";
import { checkOrigin } from "./front/origin.ts";
import { isForPages, renderPage } from "./front/pages.ts";
import { isPicture, pictures } from "./front/pictures.ts";
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

/** What is the same for everyone, from the edge or made for it. */
async function askStorefront({ req, executionCtx, var: own, set }: Context<FrontDoor>) {
	const asked = withoutVisitor(req.raw, own.requestId);
	const made: Response = await executionCtx.exports.Storefront.fetch(asked);
	const answer = await unlessKnown(req.raw, made);
	set("edge", takeNote(answer, own.requestId, own.meter) ? "made" : "kept");
	return answer;
}

const shopDoor = new Hono<FrontDoor>()
	.use(requestId, noteRefusals, sharedWithoutCookies, securityHeaders)
	.route("/", sandbox)
	.use(logRequest, privateByDefault, closedByDefault, checkOrigin, inTheme)
	.route("/", theme)
	.get("/images/:key", askStorefront)
	.get("*", (context, next) => (isForEveryone(context.req.raw) ? askStorefront(context) : next()))
	.use(visit)
	.route("/", api)
	.use(tagLiveData)
	.all("*", async (context) => {
		const { shop, refusal } = context.var;
		if (isForPages(context.req.raw)) return renderPage(context.req.raw, shop, refusal);
		return context.json(errorBody(new ShopError("not_found")), 404);
	});
shopDoor.onError(answerFailure);

/** Public pages for anonymous visitors, and uploaded pictures for everyone. Workers Cache stands in front of it (wrangler.toml). */
export class Storefront extends WorkerEntrypoint<Env> {
	override async fetch(request: Request): Promise<Response> {
		const meter = createMeter(this.env);
		const waitUntil: Shop["waitUntil"] = (work) => this.ctx.waitUntil(work());
		const id = request.headers.get(madeForHeader) ?? "";
		const edge = openEdge((tags) => this.purge(tags));
		const shop = openAnonymousShop(this.env, waitUntil, edge, { meter, request: id });
		const made = isPicture(request)
			? await pictures.fetch(request, this.env)
			: await keepAtEdge(request, await renderPage(request, shop), edge);
		noteMaking(made, id, meter);
		return made;
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
