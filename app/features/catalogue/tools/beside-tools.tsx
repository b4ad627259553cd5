import type { Beside } from "#worker/shop/catalogue/beside.ts";
import { RecentlyViewed } from "./recently-viewed.tsx";
import { SimilarTools } from "./similar-tools.tsx";

/** What stands under the page of a tool. */
export function BesideTools({ similar, viewed }: Beside) {
	return (
		<>
			<SimilarTools tools={similar} />
			<RecentlyViewed tools={viewed} />
		</>
	);
}
