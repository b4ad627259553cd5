// A separate file, because the order form's check does not need the rest of quantity-field.ts.
import { parseOrderable } from "#app/features/catalogue/product/quantity.ts";
import type { Orderable } from "#contract/order-rules.ts";

/** Returns the product of a page with a quantity field (`LivePrices` in app/features/catalogue/product/buy-form.tsx). */
export const readProductFromPage = (): Orderable =>
	parseOrderable(document.querySelector<HTMLDataElement>("data[data-product]")?.value ?? "");
