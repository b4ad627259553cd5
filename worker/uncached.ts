import { ShopError, toErrorBody } from "#contract/errors.ts";
import { api } from "./api/index.ts";
import { basketFormRoutes } from "./http/basket-forms.ts";
import { addETagToDashboardData } from "./http/etag.ts";
import { isPageMethod, renderPage } from "./http/pages.ts";
import { loadRequestContext } from "./http/request-context.ts";
import { themeRoutes } from "./http/theme.ts";
import { createPipeline } from "./pipeline.ts";

/**
 * Handles the requests that do not go through Workers Cache (the `Storefront` entrypoint in index.ts): API calls, forms, and pages that
 * differ between visitors. It is a separate file so that index.ts can import it lazily.
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
