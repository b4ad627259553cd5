import { Outlet, useLocation, useMatches, useRouteLoaderData } from "react-router";
import * as v from "valibot";
import type { RootData } from "#app/root-data.ts";
import { parseUrl } from "#contract/parse-url.ts";
import { isIndexable } from "#contract/public-pages.ts";
import { NoIndex } from "./error-page.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** These pages are documents (docs/decisions/documents-and-dashboard.md). */
export const handle = { document: true };

const defaultImage = "/pictures/og.jpg";

const productData = v.object({ product: v.object({ img: v.string() }) });

/** The query parameters that a canonical URL keeps. The others only sort or filter. */
const canonicalParameters = ["category", "page"];

function createCanonicalUrl(origin: string, pathname: string, search: string): string {
	const url = new URL(pathname.replace(/\/+$/, ""), origin);
	const query = new URLSearchParams(search);
	for (const name of canonicalParameters) {
		const value = query.get(name);
		if (value && value !== "0") url.searchParams.set(name, value);
	}
	return url.href;
}

/** React moves these elements into the head. Error pages use `NoIndex` instead. */
function SeoTags() {
	const { pathname, search } = useLocation();
	const origin = useRouteLoaderData<RootData>("root")?.origin;
	const routeData = v.safeParse(productData, useMatches().at(-1)?.loaderData);
	if (!origin || !isIndexable(pathname)) return <NoIndex />;
	const url = createCanonicalUrl(origin, pathname, search);
	const image = routeData.success ? routeData.output.product.img : defaultImage;
	return (
		<>
			<link rel="canonical" href={url} />
			<meta property="og:url" content={url} />
			<meta
				property="og:image"
				content={(parseUrl(image, origin) ?? new URL(defaultImage, origin)).href}
			/>
		</>
	);
}

export default function StorefrontLayout() {
	return (
		<>
			<SeoTags />
			<Outlet />
		</>
	);
}
