import { shopContext } from "#app/lib/context.ts";
import type { Route } from "./+types/robots.ts";

/** Allows crawling everything (RFC 9309). Pages that should not be indexed have a `noindex` tag. */
export function loader({ context }: Route.LoaderArgs) {
	const { origin } = context.get(shopContext);
	return new Response(`User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
}
