import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { categorySlugs } from "#contract/categories.ts";
import { sitemapPages } from "#contract/public-pages.ts";
import { countSitemapParts, listSitemapPart } from "#worker/shop/catalogue/read.ts";
import type { Route } from "./+types/sitemap.ts";

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `?part=` is zero-based. Without it, the response is the index of all parts, or the only part. */
const partSchema = v.fallback(
	v.nullable(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))),
	null,
);

const toXmlEntries = (tag: "url" | "sitemap", origin: string, paths: string[]) =>
	paths.map((path) => `<${tag}><loc>${new URL(path, origin).href}</loc></${tag}>`).join("\n");

const createXmlResponse = (content: string) =>
	new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`, {
		headers: { "Content-Type": "application/xml; charset=utf-8" },
	});

/** https://www.sitemaps.org/protocol.html. There is no `lastmod`, because the shop stores no modification dates. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const part = v.parse(partSchema, url.searchParams.get("part"));
	const partCount = part === null ? await countSitemapParts(shop) : 1;
	if (partCount > 1) {
		const paths = Array.from({ length: partCount }, (_, index) => `/sitemap.xml?part=${index}`);
		const entries = toXmlEntries("sitemap", shop.origin, paths);
		return createXmlResponse(`<sitemapindex ${namespace}>\n${entries}\n</sitemapindex>`);
	}
	const tools = await listSitemapPart(shop, part ?? 0);
	const categories = categorySlugs.map((slug) => `/tools?category=${slug}`);
	const otherPaths = part ? [] : [...sitemapPages, ...categories];
	const entries = toXmlEntries("url", shop.origin, [
		...otherPaths,
		...tools.map((id) => `/tools/${id}`),
	]);
	return createXmlResponse(`<urlset ${namespace}>\n${entries}\n</urlset>`);
}
