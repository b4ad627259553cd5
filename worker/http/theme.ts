import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { type Theme, themePath, themes } from "#contract/theme.ts";
import { readForm } from "./body.ts";
import { createCookies } from "./cookies.ts";
import type { AppEnv } from "./request-context.ts";

const isTheme = (name: string | undefined): name is Theme =>
	name !== undefined && Object.hasOwn(themes, name);

/** Null when the device decides, which needs no cookie. */
function chosenTheme(request: Request): Exclude<Theme, "system"> | null {
	const name = createCookies(request).get("theme");
	return isTheme(name) && name !== "system" ? name : null;
}

const applyTheme = (page: Response, theme: Theme) =>
	new HTMLRewriter()
		.on("html", { element: (html) => void html.setAttribute("data-theme", theme) })
		.on('meta[name="color-scheme"]', {
			element: (meta) => void meta.setAttribute("content", theme),
		})
		.on(`form[action="${themePath}"] button`, {
			element(button) {
				const pressed = button.getAttribute("value") === theme;
				button.setAttribute("aria-pressed", String(pressed));
			},
		})
		.transform(page);

/** A themed page differs from the cached one: its ETag ends in the theme. */
const themedETag = (tag: string, theme: Theme) => tag.replace(/"$/, `.${theme}"`);

/** Replaces ETags of this theme by those of the cached pages, and drops those of other themes. */
function stripThemeFromETags(request: Request, theme: Theme): Request {
	const etags = request.headers.get("If-None-Match")?.match(/(?:W\/)?"[^"]*"/g) ?? [];
	const ending = `.${theme}"`;
	const cached = etags.filter((tag) => tag.endsWith(ending)).map((tag) => tag.replace(ending, '"'));
	const headers = new Headers(request.headers);
	headers.delete("If-None-Match");
	if (cached.length > 0) headers.set("If-None-Match", cached.join(", "));
	return new Request(request, { headers });
}

const wantsPage = ({ method, headers }: Request) =>
	(method === "GET" || method === "HEAD") && headers.get("Accept")?.includes("text/html") === true;

/** Pages at the edge are the same for everyone: the choice is written into them on their way out (docs/decisions/edge-cache.md). */
export const withChosenTheme = createMiddleware<AppEnv>(async (context, next) => {
	const theme = chosenTheme(context.req.raw);
	if (!theme) return next();
	if (wantsPage(context.req.raw)) context.req.raw = stripThemeFromETags(context.req.raw, theme);
	await next();
	const { res } = context;
	if (!res.headers.get("Content-Type")?.startsWith("text/html")) return;
	if (!context.req.path.startsWith("/__sandbox/")) context.res = applyTheme(res, theme);
	const tag = res.headers.get("ETag");
	if (tag) context.res.headers.set("ETag", themedETag(tag, theme));
});

const choiceSchema = v.object({ theme: v.picklist(["system", "light", "dark"]) });
/** Seconds. */
const year = 365 * 24 * 60 * 60;

/** The page that the switch was used on, if the browser names one of this shop. */
function pageBefore({ headers, url }: Request): string {
	const referrer = headers.get("Referer") ?? "";
	const { origin } = new URL(url);
	return URL.canParse(referrer) && new URL(referrer).origin === origin ? referrer : `${origin}/`;
}

export const theme = new Hono<AppEnv>().post(themePath, async (context) => {
	const form = await (await readForm(context.req.raw)).formData();
	const choice = v.safeParse(choiceSchema, { theme: form.get("theme") });
	const response = context.redirect(pageBefore(context.req.raw), 303);
	if (choice.success) {
		const { theme } = choice.output;
		const cookies = createCookies(context.req.raw);
		cookies.set("theme", theme, { maxAge: theme === "system" ? 0 : year });
		cookies.send(response);
	}
	return response;
});
