import { Outlet } from "react-router";
import { SeoTags } from "./seo-tags.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Its pages are documents (docs/decisions/documents-with-islands.md). */
export const handle = { document: true };

export default function StorefrontLayout() {
	return (
		<>
			<SeoTags />
			<Outlet />
		</>
	);
}
