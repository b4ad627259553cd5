import type { Product } from "#worker/shop/catalogue/read.ts";
import { ToolRow } from "./tool-row.tsx";

/** Others of the same category, of about the same price. */
export const SimilarTools = ({ tools }: { tools: Product[] }) => (
	<ToolRow id="similar-tools" title="Similar tools" tools={tools} />
);
