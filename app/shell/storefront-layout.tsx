import { Outlet } from "react-router";
import { SeoTags } from "./seo-tags.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Around every page but those of the dashboard. Each has its own `<main>`. */
export default function StorefrontLayout() {
	return (
		<>
			<SeoTags />
			<Outlet />
		</>
	);
}
