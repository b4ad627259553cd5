import { ShopError, toErrorBody } from "#contract/errors.ts";
import { api } from "./api/index.ts";
import { basketFormRoutes } from "./http/basket-forms.ts";
import { addETagToDashboardData } from "./http/etag.ts";
import { isPageMethod, renderPage } from "./http/pages.ts";
import { loadRequestContext } from "./http/request-context.ts";
import { themeRoutes } from "./http/theme.ts";
import { createPipeline } from "./pipeline.ts";

/**
 * Handles the requests that the Storefront does not: calls, forms, and pages that are not the same for everyone. A file of its own, because
 * index.ts imports it when needed.
 */
export const uncached = createPipeline()
	.route("/", themeRoutes)
	.use(loadRequestContext)
	.route("/", api)
	.route("/", basketFormRoutes)
	.use(addETagToDashboardData)
	.all("*", async (context) => {
		const { shop, cookies, sessionError } = context.var;
		if (isPageMethod(context.req.raw)) {
			return renderPage(context.req.raw, shop, cookies, sessionError);
		}
		return context.json(toErrorBody(new ShopError("not_found")), 404);
	});
