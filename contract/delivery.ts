import { textLength } from "./limits.ts";

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
	isAddress?: true;
};

/** Columns of `orders` that the customer fills in (CONTRIBUTING.md "Add a column to the database"). */
const deliveryDetails = {
	location: {
		label: "Location",
		heading: "Deliver to",
		hint: "Street, city, state and country to ship the pieces to",
		rows: 3,
		autoComplete: "street-address",
		max: textLength.location,
		missingMessage: "Location is Required",
		isAddress: true,
	},
	phone: {
		label: "Phone",
		type: "tel",
		autoComplete: "tel",
		max: textLength.phone,
		missingMessage: "Phone is Required",
		isAddress: true,
	},
} as const satisfies Record<string, Detail>;

type DetailName = keyof typeof deliveryDetails;

export type Delivery = Record<DetailName, string>;

type RequiredName = {
	[Name in DetailName]: (typeof deliveryDetails)[Name] extends { missingMessage: string }
		? Name
		: never;
}[DetailName];

export type DeliveryInput = Pick<Delivery, RequiredName> & Partial<Delivery>;

export const deliveryEntries = Object.entries(deliveryDetails) as [DetailName, Detail][];

/* @__NO_SIDE_EFFECTS__ */
export const mapDelivery = <Value>(toValue: (name: DetailName, detail: Detail) => Value) =>
	Object.fromEntries(
		deliveryEntries.map(([name, detail]) => [name, toValue(name, detail)]),
	) as Record<DetailName, Value>;

/** Returns the lines below the customer's name. */
export const deliveryLines = (order: Delivery): string[] =>
	deliveryEntries.flatMap(([name, { label, isAddress }]) => {
		const value = order[name];
		if (value === "") return [];
		return [isAddress ? value : `${label}: ${value}`];
	});
