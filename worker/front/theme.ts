import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { type Theme, themePath, themes } from "#contract/theme.ts";
import { isSecure, nameOf } from "./cookies.ts";
import { readForm } from "./form.ts";
import type { FrontDoor } from "./visit.ts";

const isTheme = (name: string | undefined): name is Theme =>
	name !== undefined && Object.hasOwn(themes, name);

/** @returns the theme that the visitor has chosen; null when the device decides, which needs no cookie */
function chosenTheme(context: Context): Exclude<Theme, "system"> | null {
	const name = getCookie(context, nameOf(context, "theme"));
	return isTheme(name) && name !== "system" ? name : null;
}

/** Writes the choice into a page: the attribute that the styles read, and which button is pressed. */
const dress = (page: Response, theme: Theme) =>
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

/** A dressed page is another page than the bare one: its tag ends in the theme. */
const tagIn = (tag: string, theme: Theme) => tag.replace(/"$/, `.${theme}"`);

/** @returns the request asking about the bare pages of which the browser has this theme's; others it has to get */
function withBareTags(request: Request, theme: Theme): Request {
	const known = request.headers.get("If-None-Match")?.match(/(?:W\/)?"[^"]*"/g) ?? [];
	const ending = `.${theme}"`;
	const bare = known.filter((tag) => tag.endsWith(ending)).map((tag) => tag.replace(ending, '"'));
	const headers = new Headers(request.headers);
	headers.delete("If-None-Match");
	if (bare.length > 0) headers.set("If-None-Match", bare.join(", "));
	return new Request(request, { headers });
}

const wantsPage = ({ method, headers }: Request) =>
	(method === "GET" || method === "HEAD") && headers.get("Accept")?.includes("text/html") === true;

/**
 * Shows pages in the theme that the visitor has chosen. Pages at the edge are the same for everyone: the choice is
 * written into them on their way out.
 */
export const inTheme = createMiddleware<FrontDoor>(async (context, next) => {
	const theme = chosenTheme(context);
	if (!theme) return next();
	if (wantsPage(context.req.raw)) context.req.raw = withBareTags(context.req.raw, theme);
	await next();
	const { res } = context;
	if (!res.headers.get("Content-Type")?.startsWith("text/html")) return;
	if (!context.req.path.startsWith("/__sandbox/")) context.res = dress(res, theme);
	const tag = res.headers.get("ETag");
	if (tag) context.res.headers.set("ETag", tagIn(tag, theme));
});

const choiceSchema = v.object({ theme: v.picklist(["system", "light", "dark"]) });
const year = 365 * 24 * 60 * 60;

/** @returns the page that the switch was used on, if the browser names one of ours */
function pageBefore({ headers, url }: Request): string {
	const referrer = headers.get("Referer") ?? "";
	const { origin } = new URL(url);
	return URL.canParse(referrer) && new URL(referrer).origin === origin ? referrer : `${origin}/`;
}

/** Keeps the choice of the footer's switch for a year, and goes back to the page; an unknown choice changes nothing. */
export const theme = new Hono<FrontDoor>().post(themePath, async (context) => {
	const form = await (await readForm(context.req.raw)).formData();
	const choice = v.safeParse(choiceSchema, { theme: form.get("theme") });
	if (choice.success) {
		const { theme } = choice.output;
		setCookie(context, nameOf(context, "theme"), theme, {
			path: "/",
			httpOnly: true,
			secure: isSecure(context),
			sameSite: "Lax",
			maxAge: theme === "system" ? 0 : year,
		});
	}
	return context.redirect(pageBefore(context.req.raw), 303);
});
