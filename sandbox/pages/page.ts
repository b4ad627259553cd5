import type { Context } from "hono";
import { html } from "hono/html";
import type { AppEnv } from "../env.ts";

/** Escaped HTML, as Hono's `html` returns it. */
export type Markup = ReturnType<typeof html>;

const contentSecurityPolicy = [
	"default-src 'none'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"frame-src 'self'",
	"base-uri 'none'",
	"frame-ancestors 'self'",
].join("; ");

/** Responds with a page of the sandbox. Inline styles are allowed because the HTML part of emails needs them. */
export async function sendPage(
	c: Context<AppEnv>,
	title: string,
	content: Markup,
	status: 200 | 400 = 200,
): Promise<Response> {
	const page = html`<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="color-scheme" content="light dark">
		<meta name="robots" content="noindex">
		<title>${title}</title>
		<link rel="icon" href="/favicon.svg" type="image/svg+xml">
		<link rel="stylesheet" href="/__sandbox/style.css">
	</head>
	<body>
		<main>${content}</main>
	</body>
</html>`;
	return c.html(page, status, {
		"Content-Security-Policy": contentSecurityPolicy,
		"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff",
	});
}
