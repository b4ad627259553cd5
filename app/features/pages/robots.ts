import { shopContext } from "#app/lib/context.ts";
import type { Route } from "./+types/robots.ts";

/** RFC 9309: everything may be looked at; pages that are not to be found say so themselves. */
export function loader({ context }: Route.LoaderArgs) {
	const { origin } = context.get(shopContext);
	return new Response(`User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
}
