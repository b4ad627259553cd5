import { data, type RouterContextProvider, type ServerBuild } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { errors } from "#contract/errors.ts";
import { forLog, toShopError } from "#worker/shop/errors.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * React Router shows the status and data of thrown `data`; of any other error it shows nobody anything.
 * @param reference id of the request, by which the visitor's error is found in the log
 */
function asErrorPage(error: unknown, reference: string): unknown {
	const refusal = toShopError(error);
	if (!refusal && !(error instanceof Error)) return error;
	if (refusal !== error) console.error(reference, forLog(error));
	const message = refusal?.message ?? errors.internal_error.message;
	return data({ message, reference }, refusal?.status ?? 500);
}

type Asked = { context: Readonly<RouterContextProvider> };

const refusing =
	<Args extends [Asked, ...unknown[]], Answer>(work: (...args: Args) => Answer) =>
	async (...args: Args): Promise<Awaited<Answer>> => {
		try {
			return await work(...args);
		} catch (error) {
			throw asErrorPage(error, args[0].context.get(shopContext).visitor.request);
		}
	};

function routeWithErrorPages({ module, ...route }: Route): Route {
	const { loader, action, middleware } = module;
	return {
		...route,
		module: {
			...module,
			...(loader && { loader: refusing(loader) }),
			...(action && { action: refusing(action) }),
			...(middleware && { middleware: middleware.map(refusing) }),
		},
	};
}

/**
 * What the shop refuses any page, a database that is away, and a bug become the error page with the right status and
 * message, whichever loader, action or middleware it came out of.
 */
export function withErrorPages(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => [
		id,
		route && routeWithErrorPages(route),
	]);
	return { ...build, routes: Object.fromEntries(routes) };
}
