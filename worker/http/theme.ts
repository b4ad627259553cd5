import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { themePath } from "#contract/theme.ts";
import { createApp } from "./app.ts";
import { getFormPageUrl, readForm } from "./body.ts";
import { createCookies } from "./cookies.ts";
import type { AppEnv } from "./request-context.ts";

const chosenThemeSchema = v.picklist(["light", "dark"]);
type ChosenTheme = v.InferOutput<typeof chosenThemeSchema>;

/** Returns null if pages follow the device's theme. */
function readChosenTheme(request: Request): ChosenTheme | null {
	const theme = createCookies(request).get("theme");
	return v.is(chosenThemeSchema, theme) ? theme : null;
}

const applyTheme = (page: Response, theme: ChosenTheme) =>
	new HTMLRewriter()
		.on("html", { element: (html) => void html.setAttribute("data-theme", theme) })
		.on('meta[name="color-scheme"]', {
			element: (meta) => void meta.setAttribute("content", theme),
		})
		.on(`form[action="${themePath}"] button`, {
			element(button) {
				const isPressed = button.getAttribute("value") === theme;
				button.setAttribute("aria-pressed", String(isPressed));
			},
		})
		.transform(page);

/** Converts the ETags in `If-None-Match` of pages with this theme to those of the cached pages, and removes all others. */
function stripThemeFromETags(request: Request, theme: ChosenTheme): Request {
	const etags = request.headers.get("If-None-Match")?.match(/(?:W\/)?"[^"]*"/g) ?? [];
	const suffix = `.${theme}"`;
	const cached = etags.filter((tag) => tag.endsWith(suffix)).map((tag) => tag.replace(suffix, '"'));
	const headers = new Headers(request.headers);
	headers.delete("If-None-Match");
	if (cached.length > 0) headers.set("If-None-Match", cached.join(", "));
	return new Request(request, { headers });
}

const isPageRequest = ({ method, headers }: Request) =>
	(method === "GET" || method === "HEAD") && headers.get("Accept")?.includes("text/html") === true;

/** Writes the chosen theme into a page that comes from the cache, where pages are the same for everyone (docs/decisions/edge-cache.md). */
export const withChosenTheme = createMiddleware<AppEnv>(async (context, next) => {
	const theme = readChosenTheme(context.req.raw);
	if (!theme) return next();
	if (isPageRequest(context.req.raw)) context.req.raw = stripThemeFromETags(context.req.raw, theme);
	await next();
	const { res } = context;
	if (!res.headers.get("Content-Type")?.startsWith("text/html")) return;
	if (!context.req.path.startsWith("/__sandbox/")) context.res = applyTheme(res, theme);
	const tag = res.headers.get("ETag");
	if (tag) context.res.headers.set("ETag", tag.replace(/"$/, `.${theme}"`));
});

const choiceSchema = v.object({ theme: v.picklist(["system", ...chosenThemeSchema.options]) });
const yearSeconds = 365 * 24 * 60 * 60;

export const themeRoutes = createApp().post(themePath, async (context) => {
	const form = await (await readForm(context.req.raw)).formData();
	const choice = v.safeParse(choiceSchema, { theme: form.get("theme") });
	const { href } = getFormPageUrl(context.req.raw) ?? new URL("/", context.req.url);
	const response = context.redirect(href, 303);
	if (choice.success) {
		const { theme } = choice.output;
		const cookies = createCookies(context.req.raw);
		cookies.set("theme", theme, { maxAge: theme === "system" ? 0 : yearSeconds });
		cookies.send(response);
		// Prefetched pages have the previous theme.
		response.headers.set("Clear-Site-Data", '"prefetchCache"');
	}
	return response;
});
