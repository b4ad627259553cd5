import type { Product } from "#worker/shop/catalogue/read.ts";
import { ToolRow } from "./tool-row.tsx";

/** What somebody signed in has looked at before, the newest first. */
export const RecentlyViewed = ({ tools }: { tools: Product[] }) => (
	<ToolRow id="recently-viewed" title="Recently viewed" tools={tools} />
);
