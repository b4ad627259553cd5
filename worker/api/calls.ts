import type { Context, Hono, MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { Call, NamesIn, TypedCall } from "#contract/calls/call.ts";
import { errorBody, ShopError } from "#contract/errors.ts";
import { admit } from "#worker/auth/admit.ts";
import { isKnown, tagOf } from "#worker/front/tag.ts";
import type { FrontDoor } from "#worker/front/visit.ts";
import type { Shop } from "#worker/shop/context.ts";
import { check, readBody } from "./body.ts";

/** The shop checks again: pages reach it without passing here. */
const guard =
	({ who, forbidden }: Call): MiddlewareHandler<FrontDoor> =>
	async ({ var: { shop, refusal }, req }, next) => {
		if (refusal) throw refusal;
		admit(who, shop, req.param("email"), forbidden);
		await next();
	};

const checkTag = etag({ weak: true });

/** @returns the JSON, or 304 without it where the client has it already (RFC 9110 §13) */
async function jsonUnlessKnown(context: Context<FrontDoor>, answered: unknown): Promise<Response> {
	const json = new TextEncoder().encode(JSON.stringify(answered));
	const tag = await tagOf(json);
	context.header("Cache-Control", "private, no-cache");
	context.header("ETag", tag);
	if (isKnown(tag, context.req.header("If-None-Match"))) return context.body(null, 304);
	return context.body(json, 200, { "Content-Type": "application/json" });
}

/** "/products/{id}" as Hono writes it. */
const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Answers a call with whatever `handler` makes of it, once the guard has let it through. */
export function answerRaw(
	api: Hono<FrontDoor>,
	call: Call,
	handler: (context: Context<FrontDoor>) => Promise<Response>,
): void {
	const before = call.revalidates ? [guard(call), checkTag] : [guard(call)];
	api.on(call.method, [routeOf(call.path)], ...before, handler);
}

type Asked<Path extends string, Body, Query> = {
	shop: Shop;
	context: Context<FrontDoor>;
	/** @returns a part of the path */
	param: (name: NamesIn<Path>) => string;
	/** @throws ShopError 400 */
	readQuery: () => Query;
	/** Reads and parses the JSON body. @throws ShopError 400, 413 */
	readBody: () => Promise<Body>;
};

/** A handler asks for no more than its call has. */
function required<Schema>(schema: Schema | undefined): Schema {
	if (schema === undefined) throw new Error("This call is described without that schema.");
	return schema;
}

/** Answers a call with the JSON that the table promises for it. */
export function answer<Path extends string, Body, Query, Answer>(
	api: Hono<FrontDoor>,
	call: TypedCall<Path, Body, Query, Answer>,
	handler: (asked: Asked<Path, Body, Query>) => Promise<Answer>,
): void {
	api.on(call.method, [routeOf(call.path)], guard(call), async (context) => {
		const answered = await handler({
			shop: context.var.shop,
			context,
			param: (name) => context.req.param(name) ?? "",
			readQuery: () => check(required(call.query), context.req.query()),
			readBody: () => readBody(context, required(call.body)),
		});
		return call.revalidates ? jsonUnlessKnown(context, answered) : context.json(answered);
	});
}

/** @returns the rows of a list, having said in a `Link` header where it goes on (RFC 8288) */
export function goOn<Row>(
	context: Context<FrontDoor>,
	{ list, next }: { list: Row[]; next: string | null },
): Row[] {
	if (next) context.header("Link", `<${context.req.path}?after=${next}>; rel="next"`);
	return list;
}

/** Answers what a known path does not do with 405 (RFC 9110 §15.5.6). */
export function refuseOtherMethods(api: Hono<FrontDoor>, calls: Call[]): void {
	const shapeOf = ({ path }: Call) => path.replaceAll(/\{\w+\}/g, ":part");
	for (const [path, same] of Map.groupBy(calls, shapeOf)) {
		const methods = same.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
		const headers = { Allow: methods.join(", ") };
		api.all(path, (context) =>
			context.json(errorBody(new ShopError("method_not_allowed")), 405, headers),
		);
	}
}
