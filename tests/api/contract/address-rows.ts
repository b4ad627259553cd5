import { expect } from "vitest";
import { addressCalls } from "#contract/calls/addresses.ts";
import { createId } from "#worker/auth/tokens.ts";
import {
	type ContractRow,
	invalidForShoppers,
	notFoundForShoppers,
	privateToOwner,
	shopperOnly,
	unknownId,
	updateResponse,
} from "./row.ts";

const newAddress = {
	label: "Barn",
	location: "2 Bay Road",
	phone: "555 0101",
	company: "Bay Garage",
	vatNumber: "DE123456789",
};

export const addressRows: ContractRow[] = [
	{
		call: addressCalls.listAddresses,
		path: () => "/addresses",
		statuses: shopperOnly,
	},
	{
		call: addressCalls.addAddress,
		path: () => "/addresses",
		body: () => ({ label: createId(), location: "2 Bay Road", phone: "555 0101" }),
		statuses: shopperOnly,
		invalidCase: { statuses: invalidForShoppers },
		expectedBody: () => ({ acknowledged: true, insertedId: expect.any(String) }),
	},
	{
		call: addressCalls.updateAddress,
		path: ({ addressId }) => `/addresses/${addressId}`,
		body: () => ({ ...newAddress, vatNumber: "de 123 456 789" }),
		statuses: privateToOwner,
		invalidCase: { statuses: invalidForShoppers },
		missingCase: {
			path: () => `/addresses/${unknownId}`,
			body: () => newAddress,
			statuses: notFoundForShoppers,
		},
		expectedBody: () => updateResponse,
	},
	{
		call: addressCalls.deleteAddress,
		path: ({ addressId }) => `/addresses/${addressId}`,
		statuses: shopperOnly,
		expectedBody: () => ({ acknowledged: true, deletedCount: expect.any(Number) }),
	},
];
