import * as v from "valibot";
import { mapDeliveryFields } from "../delivery.ts";
import { findBrokenRule, type Orderable } from "../order-rules.ts";
import { optionalText, orderQuantity, text, vatNumber } from "./fields.ts";

export const deliveryFields = {
	...mapDeliveryFields(
		(_, { missingMessage, max }): v.GenericSchema<unknown, string> =>
			missingMessage ? text(missingMessage, max) : optionalText(max),
	),
	vatNumber,
};

/** specification.md §2 "Purchase" */
export const purchaseSchema = v.object({ quantity: orderQuantity, ...deliveryFields });

/** Creates the schema of a product's order form. `placeOrder` checks the product's rules again. */
export const createPurchaseSchema = (product: Orderable) =>
	v.object({
		...purchaseSchema.entries,
		quantity: v.pipe(
			orderQuantity,
			v.check(
				(quantity) => findBrokenRule(product, quantity) === null,
				({ input }) => findBrokenRule(product, input)?.message ?? "",
			),
		),
	});
