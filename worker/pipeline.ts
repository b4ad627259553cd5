import { createApp } from "./http/app.ts";
import { respondToError } from "./http/errors.ts";
import { logRejectedRequests, logRequest } from "./http/observability.ts";
import {
	checkOrigin,
	keepCookiesOutOfSharedCaches,
	noStoreByDefault,
	requestId,
	securityHeaders,
	strictCspByDefault,
} from "./http/security.ts";
import { withChosenTheme } from "./http/theme.ts";

/** Creates an app with the middleware that handles every request. */
export function createPipeline() {
	const app = createApp()
		.use(requestId, logRejectedRequests, keepCookiesOutOfSharedCaches, securityHeaders)
		.all("/__sandbox/*", async ({ env, req, notFound }) => {
			if (!env.SANDBOX) return notFound();
			const response = await env.SANDBOX.fetch(req.raw);
			// A fetched response's headers are immutable.
			return new Response(response.body, response);
		})
		.use(logRequest, noStoreByDefault, strictCspByDefault, checkOrigin, withChosenTheme);
	app.onError(respondToError);
	return app;
}
