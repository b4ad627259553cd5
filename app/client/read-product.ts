// A file of its own: the check of the order form needs only this of quantity-field.ts.
import { parseOrderable } from "#app/features/catalogue/product/quantity.ts";
import type { Orderable } from "#contract/order-rules.ts";

/** Returns the product of a page where a quantity is chosen (`ProductData` in app/features/catalogue/product/buy-form.tsx). */
export const readProduct = (): Orderable =>
	parseOrderable(document.querySelector<HTMLDataElement>("data[data-product]")?.value ?? "");
