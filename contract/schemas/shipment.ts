import * as v from "valibot";
import { textLength } from "../limits.ts";
import { invalid, tooLong } from "../messages.ts";
import { optionalText } from "./fields.ts";

/** Without the spaces and hyphens that carriers print for readability, so that a number is always stored in the same way. */
const trackingNumber = v.nullish(
	v.pipe(
		v.string(invalid.trackingNumber),
		v.description(
			"spaces and hyphens are removed; empty if the shipment is not tracked; printable ASCII",
		),
		v.transform((text) => text.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]+/gu, "")),
		v.maxLength(textLength.trackingNumber, tooLong(textLength.trackingNumber)),
		v.regex(/^[\x21-\x7e]*$/, invalid.trackingNumber),
		// Spreadsheets turn long numbers into scientific notation, such as 9.4E+21.
		v.regex(/^(?!\d(?:[.,]\d+)?E\+\d+$)/i, invalid.scientificNotation),
	),
);

const carrier = v.pipe(
	optionalText(textLength.carrier),
	v.description(
		"carrier name; if omitted, inferred when the tracking number matches only one carrier's format",
	),
	v.transform((text) => text.replace(/\s+/g, " ")),
);

/** Omitting `trackingNumber` leaves a shipped order's number unchanged; null or "" removes it. */
export const shipmentSchema = v.pipe(
	v.object({ carrier, trackingNumber }),
	v.forward(
		v.check(
			(shipment) => shipment.carrier === "" || Boolean(shipment.trackingNumber),
			invalid.carrierWithoutNumber,
		),
		["trackingNumber"],
	),
);
