import type { Shop } from "../context.ts";
import type { Product } from "./read.ts";
import { similarTools } from "./similar.ts";
import { viewTool } from "./viewed.ts";

/** What stands under a tool: tools like it, and those that were looked at before. */
export type Beside = { similar: Product[]; viewed: Product[] };

/**
 * @param ahead whether the page is only fetched ahead of a click, so that nobody looks at it yet
 * @returns what stands under the page of a tool
 */
export async function getBeside(
	shop: Shop,
	tool: Pick<Product, "id" | "priceCents">,
	ahead: boolean,
): Promise<Beside> {
	const [similar, viewed] = await Promise.all([
		similarTools(shop, tool),
		ahead ? [] : viewTool(shop, tool.id),
	]);
	return { similar, viewed };
}
