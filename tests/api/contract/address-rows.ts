import { expect } from "vitest";
import { addressCalls } from "#contract/calls/addresses.ts";
import { createId } from "#worker/auth/tokens.ts";
import { noShopper, ownShopperOnly, type Row, replace200, shopperOnly, unknownId } from "./row.ts";

const changed = {
	label: "Barn",
	location: "2 Bay Road",
	phone: "555 0101",
	company: "Bay Garage",
	vatNumber: "DE123456789",
};

export const addressRows: Row[] = [
	{
		call: addressCalls.listAddresses,
		path: () => "/addresses",
		valid: shopperOnly,
	},
	{
		call: addressCalls.addAddress,
		path: () => "/addresses",
		body: () => ({ label: createId(), location: "2 Bay Road", phone: "555 0101" }),
		valid: shopperOnly,
		invalid: { statuses: replace200(shopperOnly, 400) },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: addressCalls.updateAddress,
		path: ({ addressId }) => `/addresses/${addressId}`,
		body: () => ({ ...changed, vatNumber: "de 123 456 789" }),
		valid: ownShopperOnly,
		invalid: { statuses: [401, 400, 400, 403] },
		missing: {
			path: () => `/addresses/${unknownId}`,
			body: () => changed,
			statuses: noShopper,
		},
		expectedBody: () => ({ acknowledged: true, matchedCount: 1, modifiedCount: 1 }),
	},
	{
		call: addressCalls.deleteAddress,
		path: ({ addressId }) => `/addresses/${addressId}`,
		valid: shopperOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: expect.any(Number) }),
	},
];
