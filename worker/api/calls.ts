import type { Context, Hono, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Call } from "#contract/calls/call.ts";
import { fieldError, type PlaceholdersIn, ShopError, toErrorBody } from "#contract/errors.ts";
import { invalid } from "#contract/messages.ts";
import { idempotencyKeySchema } from "#contract/schemas/idempotency-key.ts";
import { authorize } from "#worker/auth/authorize.ts";
import { readBody, requireValid } from "#worker/http/body.ts";
import { toConditionalResponse, withETag } from "#worker/http/etag.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import type { ShopContext } from "#worker/shop/context.ts";

/** Use cases in worker/shop check access too, because pages call them directly, without this guard. */
const createGuard =
	({ access, forbiddenError }: Call): MiddlewareHandler<AppEnv> =>
	async ({ var: { shop, sessionError }, req }, next) => {
		if (sessionError) throw sessionError;
		authorize(access, shop, req.param("email"), forbiddenError);
		await next();
	};

/** Registers a handler that creates the response itself. It runs only if the account may make the call. */
export function registerRaw(
	api: Hono<AppEnv>,
	call: Call,
	handler: (context: Context<AppEnv>) => Promise<Response>,
): void {
	const path = call.path.replaceAll(/\{(\w+)\}/g, ":$1");
	api.on(call.method, [path], createGuard(call), async (context) => {
		const response = await handler(context);
		if (!call.hasETag) return response;
		return toConditionalResponse(context.req.raw, await withETag(response));
	});
}

type HandlerArgs<Path extends string, Body, Query> = {
	shop: ShopContext;
	context: Context<AppEnv>;
	param: (name: PlaceholdersIn<Path>) => string;
	/** @throws ShopError 400 */
	readQuery: () => Query;
	/** @throws ShopError 400, 413 */
	readBody: () => Promise<Body>;
};

function requireSchema<Schema>(schema: Schema | undefined): Schema {
	if (schema === undefined) throw new Error("This call has no query or body schema.");
	return schema;
}

/** Registers a handler whose result is sent as JSON. */
export function register<Path extends string, Body, Query, Result>(
	api: Hono<AppEnv>,
	call: Call & {
		path: Path;
		body?: v.GenericSchema<unknown, Body>;
		query?: v.GenericSchema<unknown, Query>;
		response?: v.GenericSchema<unknown, Result>;
	},
	handler: (args: HandlerArgs<Path, Body, Query>) => Promise<Result>,
): void {
	registerRaw(api, call, async (context) => {
		const result = await handler({
			shop: context.var.shop,
			context,
			param: (name) => context.req.param(name) ?? "",
			readQuery: () => requireValid(requireSchema(call.query), context.req.query()),
			readBody: () => readBody(context, requireSchema(call.body)),
		});
		if (call.hasETag) context.header("Cache-Control", "private, no-cache");
		return context.json(result);
	});
}

/** Returns the rows of a list's page as JSON, and links to the next page in the `Link` header (RFC 8288). */
export function respondWithPage<Row, Json>(
	context: Context<AppEnv>,
	{ list, next }: { list: Row[]; next: string | null },
	toJson: (row: Row) => Json,
): Json[] {
	if (next) context.header("Link", `<${context.req.path}?after=${next}>; rel="next"`);
	return list.map(toJson);
}

// In the contract, results of writes have MongoDB's format.
export const toInsertResult = (insertedId: string) => ({ acknowledged: true, insertedId });
export const toUpdateResult = (modifiedCount: number, matchedCount = 1) => ({
	acknowledged: true,
	matchedCount,
	modifiedCount,
});
export const toDeleteResult = (deletedCount: number) => ({ acknowledged: true, deletedCount });

/** Responds with 405 to a method that a known path does not support (RFC 9110 §15.5.6). */
export function rejectOtherMethods(api: Hono<AppEnv>, calls: Call[]): void {
	const getPattern = ({ path }: Call) => path.replaceAll(/\{\w+\}/g, ":part");
	for (const [path, callsAtPath] of Map.groupBy(calls, getPattern)) {
		const methods = callsAtPath.flatMap(({ method }) =>
			method === "GET" ? ["GET", "HEAD"] : [method],
		);
		const headers = { Allow: methods.join(", ") };
		api.all(path, (context) =>
			context.json(toErrorBody(new ShopError("method_not_allowed")), 405, headers),
		);
	}
}

/** @throws ShopError 400 */
export function getIdempotencyKey(context: Context): string | null {
	const name = "Idempotency-Key";
	const key = context.req.header(name) ?? null;
	if (key !== null && !v.is(idempotencyKeySchema, key))
		throw fieldError(name, invalid.idempotencyKey);
	return key;
}
