import * as v from "valibot";
import { mapAddress, mapOrderDetails } from "../delivery.ts";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { optionalText, text } from "./fields.ts";
import { deliveryFields } from "./orders.ts";

export const addressSchema = v.object({
	label: text(required.addressLabel, textLength.addressLabel),
	...mapAddress((name) => deliveryFields[name]),
});

export type SavedAddressInput = v.InferOutput<typeof addressSchema>;

/** The value of `address` in a form in which the customer enters a new address. */
export const typedAddress = "new";

/** Fields of a form with delivery details (app/features/checkout/delivery-fields.tsx), if the address is entered. */
export const typedDelivery = {
	address: v.optional(v.literal(typedAddress), typedAddress),
	...deliveryFields,
	/** The label to save it as. */
	saveAs: optionalText(textLength.addressLabel),
};

/** The same, if a saved address was chosen. */
const chosenDelivery = {
	address: v.pipe(v.string(), v.maxLength(textLength.id)),
	...mapOrderDetails((name) => deliveryFields[name]),
};

/** @param form the submitted values, which say whether a saved address was chosen */
export function deliveryFieldsOf(form: Record<string, unknown>) {
	const { address = typedAddress } = form;
	return address === typedAddress ? typedDelivery : chosenDelivery;
}

export type DeliveryChoice =
	| v.InferOutput<v.ObjectSchema<typeof typedDelivery, undefined>>
	| v.InferOutput<v.ObjectSchema<typeof chosenDelivery, undefined>>;
