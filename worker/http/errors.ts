import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { data, type RouterContextProvider, type ServerBuild } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { codeForStatus, errorBody, errors, isRetryable, ShopError } from "#contract/errors.ts";
import { forLog, toShopError } from "#worker/shop/errors.ts";
import type { AppEnv } from "./request-context.ts";

/** Seconds: the window of every rate limit in wrangler.toml, and longer than most failures last. */
export const retryAfter = "60";

/** Answers what a call has thrown; never with a stack. */
export function respondToError(error: Error, context: Context<AppEnv>): Response {
	if (error instanceof HTTPException) {
		const { status, message } = error;
		return context.json({ message, code: codeForStatus(status) }, status);
	}
	const known = toShopError(error);
	const shown = known ?? new ShopError("internal_error");
	if (known !== error && shown.status >= 500) {
		console.error(context.get("requestId"), forLog(error));
	}
	if (isRetryable(shown.code)) context.header("Retry-After", retryAfter);
	return context.json(errorBody(shown), shown.status);
}

/**
 * React Router shows the status and data of thrown `data`, and nothing of any other error.
 * @param reference id of the request, by which the visitor's error is found in the log
 */
function toErrorPage(error: unknown, reference: string): unknown {
	const known = toShopError(error);
	if (!known && !(error instanceof Error)) return error;
	if (known !== error) console.error(reference, forLog(error));
	const message = known?.message ?? errors.internal_error.message;
	return data({ message, reference }, known?.status ?? 500);
}

type HandlerArgs = { context: Readonly<RouterContextProvider> };

const catchErrors =
	<Args extends [HandlerArgs, ...unknown[]], Result>(handler: (...args: Args) => Result) =>
	async (...args: Args): Promise<Awaited<Result>> => {
		try {
			return await handler(...args);
		} catch (error) {
			throw toErrorPage(error, args[0].context.get(shopContext).visitor.request);
		}
	};

type Route = NonNullable<ServerBuild["routes"][string]>;

function routeWithErrorPages({ module, ...route }: Route): Route {
	const { loader, action, middleware } = module;
	return {
		...route,
		module: {
			...module,
			...(loader && { loader: catchErrors(loader) }),
			...(action && { action: catchErrors(action) }),
			...(middleware && { middleware: middleware.map(catchErrors) }),
		},
	};
}

/** Whatever a loader, action or middleware throws becomes the error page with the right status and message. */
export function withErrorPages(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => [
		id,
		route && routeWithErrorPages(route),
	]);
	return { ...build, routes: Object.fromEntries(routes) };
}
