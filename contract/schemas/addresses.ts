import * as v from "valibot";
import { mapAddressFields, mapOrderDetails, newAddressChoice } from "../delivery.ts";
import { textLength } from "../limits.ts";
import { requiredMessages } from "../messages.ts";
import { optionalText, text } from "./fields.ts";
import { deliveryFields } from "./orders.ts";

export const addressSchema = v.object({
	label: text(requiredMessages.addressLabel, textLength.addressLabel),
	...mapAddressFields((name) => deliveryFields[name]),
});

export type AddressInput = v.InferOutput<typeof addressSchema>;

/** Fields of a form with delivery details (app/features/checkout/delivery-fields.tsx) if the customer enters a new address. */
const newAddressFields = {
	address: v.optional(v.literal(newAddressChoice), newAddressChoice),
	...deliveryFields,
	/** The label to save it as. */
	saveAs: optionalText(textLength.addressLabel),
};

/** Fields of the same form if the customer chose a saved address. */
const savedAddressFields = {
	address: v.pipe(v.string(), v.maxLength(textLength.id)),
	...mapOrderDetails((name) => deliveryFields[name]),
};

/** @param form - the submitted values, which say whether a saved address was chosen */
export function chooseDeliveryFields(form: Record<string, unknown>) {
	const { address = newAddressChoice } = form;
	return address === newAddressChoice ? newAddressFields : savedAddressFields;
}

type FieldName = keyof typeof newAddressFields;

/** The schema of a form with delivery details, whose values say whether a saved address is chosen. */
export const createDeliverySchema = <Entries extends v.ObjectEntries>(
	entries: Entries,
): v.GenericSchema<Partial<Record<FieldName | keyof Entries, unknown>>, unknown> =>
	v.lazy((values) => v.object({ ...entries, ...chooseDeliveryFields(Object(values)) }));

export type DeliveryChoice =
	| v.InferOutput<v.ObjectSchema<typeof newAddressFields, undefined>>
	| v.InferOutput<v.ObjectSchema<typeof savedAddressFields, undefined>>;
