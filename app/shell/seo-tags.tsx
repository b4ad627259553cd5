import { useLocation, useMatches, useRouteLoaderData } from "react-router";
import * as v from "valibot";
import type { RootData } from "#app/root-data.ts";
import { parseUrl } from "#contract/parse-url.ts";
import { isForSearch } from "#contract/public-pages.ts";

const shopPicture = "/pictures/og.jpg";

const pictured = v.object({ product: v.object({ img: v.string() }) });

/** What of a search a page's own address keeps: the rest only sorts or narrows what is shown there. */
const kept = ["category", "page"];

function canonicalOf(origin: string, pathname: string, search: string): string {
	const given = new URLSearchParams(search);
	const own = kept.flatMap((name) => {
		const value = given.get(name);
		return value && value !== "0" ? [[name, value]] : [];
	});
	return new URL(`${pathname}${own.length > 0 ? `?${new URLSearchParams(own)}` : ""}`, origin).href;
}

export const NotForSearch = () => <meta name="robots" content="noindex" />;

/** React puts these elements into the head; an error page has others. */
export function SeoTags() {
	const { pathname, search } = useLocation();
	const origin = useRouteLoaderData<RootData>("root")?.origin;
	const leaf = v.safeParse(pictured, useMatches().at(-1)?.loaderData);
	if (!origin || !isForSearch(pathname)) return <NotForSearch />;
	const address = canonicalOf(origin, pathname, search);
	const picture = leaf.success ? leaf.output.product.img : shopPicture;
	return (
		<>
			<link rel="canonical" href={address} />
			<meta property="og:url" content={address} />
			<meta
				property="og:image"
				content={(parseUrl(picture, origin) ?? new URL(shopPicture, origin)).href}
			/>
		</>
	);
}
