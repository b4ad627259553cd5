import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { data, type RouterContextProvider, type ServerBuild } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { codeForStatus, errors, isRetryable, ShopError, toErrorBody } from "#contract/errors.ts";
import { redactQueryValues, toShopError } from "#worker/shop/errors.ts";
import type { AppEnv } from "./request-context.ts";

/** The period of every rate limit in wrangler.toml, and longer than most outages. */
export const retryAfterSeconds = "60";

export function respondToError(error: Error, context: Context<AppEnv>): Response {
	if (error instanceof HTTPException) {
		const { status, message } = error;
		return context.json({ message, code: codeForStatus(status) }, status);
	}
	const shopError = toShopError(error) ?? new ShopError("internal_error");
	if (shopError !== error && shopError.status >= 500) {
		console.error(context.get("requestId"), redactQueryValues(error));
	}
	if (isRetryable(shopError.code)) context.header("Retry-After", retryAfterSeconds);
	// Required by RFC 9110 §15.5.2.
	if (shopError.status === 401) context.header("WWW-Authenticate", "Bearer");
	return context.json(toErrorBody(shopError), shopError.status);
}

/**
 * Converts an error to the `data` of the error page. Returns a redirect or another response unchanged.
 * @param reference - the request id, to find the error in the log
 */
function toErrorPage(error: unknown, reference: string): unknown {
	const shopError = toShopError(error);
	if (!shopError && !(error instanceof Error)) return error;
	if (shopError !== error) console.error(reference, redactQueryValues(error));
	const message = shopError?.message ?? errors.internal_error.message;
	return data({ message, reference }, shopError?.status ?? 500);
}

type HandlerArgs = { context: Readonly<RouterContextProvider> };

const catchErrors =
	<Args extends [HandlerArgs, ...unknown[]], Result>(handler: (...args: Args) => Result) =>
	async (...args: Args): Promise<Awaited<Result>> => {
		try {
			return await handler(...args);
		} catch (error) {
			throw toErrorPage(error, args[0].context.get(shopContext).visitor.requestId);
		}
	};

type Route = NonNullable<ServerBuild["routes"][string]>;

function addErrorPages({ module, ...route }: Route): Route {
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

/** Converts every error of a loader, action or middleware to an error page with its status and message. */
export function withErrorPages(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => [
		id,
		route && addErrorPages(route),
	]);
	return { ...build, routes: Object.fromEntries(routes) };
}
