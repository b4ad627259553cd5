import { createId } from "#worker/auth/tokens.ts";
import { products } from "#worker/db/schema.ts";
import type { OpenShop } from "./shop.ts";

type Product = typeof products.$inferSelect;

/** Puts a tool on the shelf: 100 pieces at 12.50 dollars, 10 at least, unless told otherwise. @returns its row */
export function createProduct(
	shop: Pick<OpenShop, "db">,
	wish: Partial<Product> = {},
): Promise<Product> {
	const id = createId();
	return shop.db
		.insert(products)
		.values({
			id,
			name: `Tool ${id}`,
			description: "Turns what is tight and tightens what turns.",
			priceCents: 1250,
			quantity: 100,
			minimum: 10,
			img: "/pictures/torque-wrench.svg",
			...wish,
		})
		.returning()
		.get();
}
