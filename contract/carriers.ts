type Carrier = {
	name: string;
	/** Lowercase beginnings of the carrier's name in shipping files. Default: `name`. */
	prefixes?: string[];
	/** The URL of the carrier's tracking page, up to the tracking number. */
	trackingUrlPrefix: string;
	/** Matches tracking numbers that only this carrier uses. */
	numberPattern?: RegExp;
};

/** For other carriers, the tracking number is shown without a link. */
const carriers: Carrier[] = [
	{
		name: "UPS",
		prefixes: ["ups", "united parcel"],
		trackingUrlPrefix: "https://www.ups.com/track?tracknum=",
		numberPattern: /^1Z[0-9A-Z]{16}$/i,
	},
	{
		name: "USPS",
		prefixes: ["usps", "us postal", "united states postal"],
		trackingUrlPrefix: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
		// Postal tracking numbers end with a country code (UPU S10).
		numberPattern: /^[A-Z]{2}\d{9}US$/i,
	},
	{
		name: "FedEx",
		prefixes: ["fedex", "federal express"],
		trackingUrlPrefix: "https://www.fedex.com/fedextrack/?trknbr=",
	},
	{
		name: "DHL",
		trackingUrlPrefix: "https://www.dhl.com/us-en/home/tracking.html?submit=1&tracking-id=",
	},
	{
		name: "OnTrac",
		prefixes: ["ontrac", "lasership"],
		trackingUrlPrefix: "https://www.ontrac.com/tracking/?number=",
	},
	{ name: "GLS", trackingUrlPrefix: "https://gls-group.com/track/" },
	{ name: "DPD", trackingUrlPrefix: "https://tracking.dpd.de/status/en_US/parcel/" },
	{
		name: "Royal Mail",
		prefixes: ["royal mail", "royalmail"],
		trackingUrlPrefix: "https://www.royalmail.com/track-your-item#/tracking-results/",
		numberPattern: /^[A-Z]{2}\d{9}GB$/i,
	},
	{
		name: "Canada Post",
		prefixes: ["canada post", "canadapost"],
		trackingUrlPrefix: "https://www.canadapost-postescanada.ca/track-reperage/en#/details/",
		numberPattern: /^[A-Z]{2}\d{9}CA$/i,
	},
];

export const carrierNames: string[] = carriers.map(({ name }) => name);

const matchesName = ({ name, prefixes = [name.toLowerCase()] }: Carrier, text: string) =>
	prefixes.some((prefix) => {
		const nextCharacter = text.charAt(prefix.length);
		return text.toLowerCase().startsWith(prefix) && !/[a-z]/i.test(nextCharacter);
	});

/** The carrier and number of a shipment; both null if it is not tracked. `carrier` is null if it is unknown. */
export type Tracking = { carrier: string | null; trackingNumber: string | null };

/**
 * Returns the usual name of the carrier, such as "FedEx" for "FEDEX Ground". If no carrier is given, infers it from the number. Keeps the
 * entered name of a carrier that is not in the table. Drops the carrier if there is no number.
 */
export function normalizeTracking({ carrier, trackingNumber }: Tracking): Tracking {
	if (!trackingNumber) return { carrier: null, trackingNumber: null };
	const knownCarrier = carrier
		? carriers.find((candidate) => matchesName(candidate, carrier))
		: carriers.find(({ numberPattern }) => numberPattern?.test(trackingNumber));
	return { carrier: knownCarrier?.name ?? (carrier || null), trackingNumber };
}

/** Returns the carrier's tracking page; null if the carrier is not in the table. */
export function getTrackingUrl({ carrier, trackingNumber }: Tracking): string | null {
	const knownCarrier = carriers.find(({ name }) => name === carrier);
	if (!knownCarrier || !trackingNumber) return null;
	return knownCarrier.trackingUrlPrefix + encodeURIComponent(trackingNumber);
}

/** Such as "UPS 1Z999AA10123456784". */
export const formatTracking = ({ carrier, trackingNumber }: Tracking): string =>
	[carrier, trackingNumber].filter(Boolean).join(" ");
