import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Call, TypedCall } from "#contract/calls/call.ts";
import { errorBody, type NamesIn, ShopError } from "#contract/errors.ts";
import { authorize } from "#worker/auth/authorize.ts";
import { check, readBody } from "#worker/http/body.ts";
import { conditionalResponse, withETag } from "#worker/http/etag.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import type { Shop } from "#worker/shop/context.ts";

/** The rules of the shop check again: pages reach them without passing here. */
const guard =
	({ access, forbidden }: Call): MiddlewareHandler<AppEnv> =>
	async ({ var: { shop, sessionError }, req }, next) => {
		if (sessionError) throw sessionError;
		authorize(access, shop, req.param("email"), forbidden);
		await next();
	};

const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/**
 * Answers a call with the handler's response, once the guard has let it through. A call that revalidates gets an ETag,
 * and 304 where the client has that response (RFC 9110 §13).
 */
export function handleRaw(
	api: Hono<AppEnv>,
	call: Call,
	handler: (context: Context<AppEnv>) => Promise<Response>,
): void {
	api.on(call.method, [routeOf(call.path)], guard(call), async (context) => {
		const response = await handler(context);
		if (!call.revalidates) return response;
		return conditionalResponse(context.req.raw, await withETag(response));
	});
}

type HandlerContext<Path extends string, Body, Query> = {
	shop: Shop;
	context: Context<AppEnv>;
	param: (name: NamesIn<Path>) => string;
	/** @throws ShopError 400 */
	readQuery: () => Query;
	/** @throws ShopError 400, 413 */
	readBody: () => Promise<Body>;
};

function required<Schema>(schema: Schema | undefined): Schema {
	if (schema === undefined) throw new Error("This call is described without that schema.");
	return schema;
}

export function handle<Path extends string, Body, Query, Answer>(
	api: Hono<AppEnv>,
	call: TypedCall<Path, Body, Query, Answer>,
	handler: (asked: HandlerContext<Path, Body, Query>) => Promise<Answer>,
): void {
	handleRaw(api, call, async (context) => {
		const answered = await handler({
			shop: context.var.shop,
			context,
			param: (name) => context.req.param(name) ?? "",
			readQuery: () => check(required(call.query), context.req.query()),
			readBody: () => readBody(context, required(call.body)),
		});
		if (call.revalidates) context.header("Cache-Control", "private, no-cache");
		return context.json(answered);
	});
}

/** @returns the rows of a list, with a `Link` header to the next page (RFC 8288) */
export function withNextLink<Row>(
	context: Context<AppEnv>,
	{ list, next }: { list: Row[]; next: string | null },
): Row[] {
	if (next) context.header("Link", `<${context.req.path}?after=${next}>; rel="next"`);
	return list;
}

export const insertResult = (insertedId: string) => ({ acknowledged: true, insertedId });
export const updateResult = (modifiedCount: number) => ({
	acknowledged: true,
	matchedCount: 1,
	modifiedCount,
});
export const deleteResult = (deletedCount: number) => ({ acknowledged: true, deletedCount });

/** Answers what a known path does not do with 405 (RFC 9110 §15.5.6). */
export function rejectOtherMethods(api: Hono<AppEnv>, calls: Call[]): void {
	const shapeOf = ({ path }: Call) => path.replaceAll(/\{\w+\}/g, ":part");
	for (const [path, same] of Map.groupBy(calls, shapeOf)) {
		const methods = same.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
		const headers = { Allow: methods.join(", ") };
		api.all(path, (context) =>
			context.json(errorBody(new ShopError("method_not_allowed")), 405, headers),
		);
	}
}
