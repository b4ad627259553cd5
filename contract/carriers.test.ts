import { expect, test } from "vitest";
import { carrierNames, getTrackingUrl, normalizeTracking } from "./carriers.ts";

test.each([
	["ups", "1z999", "UPS"],
	["UPS Ground", "1Z999", "UPS"],
	["FEDEX", "7712", "FedEx"],
	["Federal Express", "7712", "FedEx"],
	["dhl express", "7712", "DHL"],
	["Upstate Freight", "7712", "Upstate Freight"],
	["Joe's Freight", "7712", "Joe's Freight"],
	["", "1Z999AA10123456784", "UPS"],
	["", "LX123456789US", "USPS"],
	["", "AB123456789GB", "Royal Mail"],
	["", "X1Z999AA10123456784", null],
	["", "XLX123456789US", null],
	["", "XAB123456789GB", null],
	["", "XAB123456789CA", null],
	["", "7712", null],
	[null, "7712", null],
])("normalizes the carrier %j with the number %s to %j", (carrier, trackingNumber, expected) => {
	expect(normalizeTracking({ carrier, trackingNumber })).toEqual({
		carrier: expected,
		trackingNumber,
	});
});

test.each(["", null])("drops a carrier that has no tracking number (%j)", (trackingNumber) => {
	expect(normalizeTracking({ carrier: "UPS", trackingNumber })).toEqual({
		carrier: null,
		trackingNumber: null,
	});
});

test.each(carrierNames)("%s has a tracking page, with the number escaped in its URL", (carrier) => {
	expect(normalizeTracking({ carrier: carrier.toUpperCase(), trackingNumber: "1" }).carrier).toBe(
		carrier,
	);
	const url = getTrackingUrl({ carrier, trackingNumber: "A/1&b=2" });
	expect(url).toMatch(/^https:\/\/[\w./?#=&-]+A%2F1%26b%3D2$/);
});

test("an unknown carrier has no tracking page", () => {
	expect(getTrackingUrl({ carrier: "Joe's Freight", trackingNumber: "1" })).toBeNull();
	expect(getTrackingUrl({ carrier: null, trackingNumber: "1" })).toBeNull();
	expect(getTrackingUrl({ carrier: null, trackingNumber: null })).toBeNull();
});
