import { data, type ServerBuild } from "react-router";
import { asRefusal, forLog } from "#worker/shop/refusal.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** React Router shows the status and message of thrown `data`; of any other error it shows nobody anything. */
function asErrorPage(error: unknown): unknown {
	const refusal = asRefusal(error);
	if (!refusal) return error;
	if (refusal !== error) console.error("page", forLog(error));
	return data({ message: refusal.message }, refusal.status);
}

const refusing =
	<Args extends unknown[], Answer>(work: (...args: Args) => Answer) =>
	async (...args: Args): Promise<Awaited<Answer>> => {
		try {
			return await work(...args);
		} catch (error) {
			throw asErrorPage(error);
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
 * What the shop refuses any page, and a database that is away, becomes the error page with the right status and
 * message, whichever loader, action or middleware it came out of.
 */
export function withErrorPages(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => [
		id,
		route && routeWithErrorPages(route),
	]);
	return { ...build, routes: Object.fromEntries(routes) };
}
