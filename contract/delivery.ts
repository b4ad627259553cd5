import { textLength } from "./limits.ts";
import { normalizeLineBreaks } from "./line-breaks.ts";

type Detail = {
	label: string;
	/** The heading in the CSV export; the label by default. */
	heading?: string;
	hint?: string;
	/** Height of the text area; if absent, the field is an `<input>`. */
	rows?: number;
	type?: "tel";
	autoComplete?: string;
	max: number;
	/** The error for an empty field; if absent, the field is optional. */
	missingMessage?: string;
	/** Shown in the address, without its label. */
	isAddressLine?: true;
	/** Asked for under "Ordering for a company?". */
	isCompanyField?: true;
	/** Saved with an address, as a column of `addresses`, and filled in from an earlier order. */
	isSavedWithAddress?: true;
};

/** Columns of `orders` that the customer fills in (CONTRIBUTING.md "Add a column to the database"). */
const deliveryDetails = {
	company: {
		label: "Company",
		autoComplete: "shipping organization",
		max: textLength.company,
		isAddressLine: true,
		isCompanyField: true,
		isSavedWithAddress: true,
	},
	location: {
		label: "Location",
		heading: "Deliver to",
		hint: "Street, city, state and country to ship the pieces to",
		rows: 3,
		autoComplete: "shipping street-address",
		max: textLength.location,
		missingMessage: "Location is Required",
		isAddressLine: true,
		isSavedWithAddress: true,
	},
	phone: {
		label: "Phone",
		type: "tel",
		autoComplete: "shipping tel",
		max: textLength.phone,
		missingMessage: "Phone is Required",
		isAddressLine: true,
		isSavedWithAddress: true,
	},
	vatNumber: {
		label: "VAT number",
		hint: "With its country code, such as DE123456789",
		autoComplete: "off",
		max: textLength.vatNumber,
		isCompanyField: true,
		isSavedWithAddress: true,
	},
	purchaseOrder: {
		label: "Purchase order number",
		hint: "Printed on the invoice",
		autoComplete: "off",
		max: textLength.purchaseOrder,
		isCompanyField: true,
	},
} as const satisfies Record<string, Detail>;

type DetailName = keyof typeof deliveryDetails;

export type Delivery = Record<DetailName, string>;

type NameWith<Property extends keyof Detail> = {
	[Name in DetailName]: (typeof deliveryDetails)[Name] extends Record<Property, unknown>
		? Name
		: never;
}[DetailName];

/** The details that are saved with an address. */
export type Address = Pick<Delivery, NameWith<"isSavedWithAddress">>;

type OrderDetailName = Exclude<DetailName, keyof Address>;

type RequiredName = NameWith<"missingMessage">;

export type DeliveryInput = Pick<Delivery, RequiredName> & Partial<Delivery>;

export const deliveryEntries = Object.entries(deliveryDetails) as [DetailName, Detail][];

const mapEntries = <Name extends DetailName, Value>(
	entries: [Name, Detail][],
	toValue: (name: Name, detail: Detail) => Value,
) =>
	Object.fromEntries(entries.map(([name, detail]) => [name, toValue(name, detail)])) as Record<
		Name,
		Value
	>;

export const mapDeliveryFields = <Value>(toValue: (name: DetailName, detail: Detail) => Value) =>
	mapEntries(deliveryEntries, toValue);

export const addressEntries = deliveryEntries.filter(
	([, { isSavedWithAddress }]) => isSavedWithAddress,
) as [keyof Address, Detail][];

const orderDetailEntries = deliveryEntries.filter(
	([, { isSavedWithAddress }]) => !isSavedWithAddress,
) as [OrderDetailName, Detail][];

export const mapAddressFields = <Value>(toValue: (name: keyof Address, detail: Detail) => Value) =>
	mapEntries(addressEntries, toValue);

/** Maps the details that are entered for each order, even if a saved address is chosen. */
export const mapOrderDetails = <Value>(toValue: (name: OrderDetailName) => Value) =>
	mapEntries(orderDetailEntries, toValue);

/** Returns whether all details are equal, except for the kind of line breaks: the API stores them as sent, and forms send LF. */
export const hasSameDelivery = (delivery: Delivery, other: Delivery): boolean =>
	deliveryEntries.every(
		([name]) => normalizeLineBreaks(delivery[name]) === normalizeLineBreaks(other[name]),
	);

/** The value of a form's `address` field if the customer enters a new address. */
export const newAddressChoice = "new";

/** Not for the fields under "Ordering for a company?", which are all optional and do not say so. */
export const getFieldLabel = ({ label, missingMessage }: Detail): string =>
	missingMessage ? label : `${label} (optional)`;

/** Returns the delivery details as lines of text, to print below the customer's name. */
export const listDeliveryDetails = (order: Partial<Delivery>): string[] =>
	deliveryEntries.flatMap(([name, { label, isAddressLine }]) => {
		const value = order[name];
		if (!value) return [];
		return [isAddressLine ? value : `${label}: ${value}`];
	});
