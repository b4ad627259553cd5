import * as v from "valibot";
import { mapAddressFields } from "../delivery.ts";
import { addressesMax } from "../limits.ts";
import { addressSchema } from "../schemas/addresses.ts";
import { defineCall, deletedResponse, insertedResponse, modifiedResponse } from "./call.ts";

export const addressCalls = {
	listAddresses: defineCall("GET", "/addresses", {
		summary: "The account's saved addresses, most recently used first",
		access: "orders:place",
		response: v.array(
			v.object({ _id: v.string(), label: v.string(), ...mapAddressFields(() => v.string()) }),
		),
	}),
	addAddress: defineCall("POST", "/addresses", {
		summary: "Save an address",
		note: `At most ${addressesMax} per account, each with a unique label. Sending the same address again returns its ID.`,
		access: "orders:place",
		body: addressSchema,
		response: insertedResponse,
		errors: ["address_label_taken", "too_many_addresses"],
	}),
	updateAddress: defineCall("PUT", "/addresses/{id}", {
		summary: "Change a saved address",
		note: "Existing orders keep their address.",
		access: "orders:place",
		body: addressSchema,
		response: modifiedResponse,
		errors: ["address_not_found", "address_label_taken"],
	}),
	deleteAddress: defineCall("DELETE", "/addresses/{id}", {
		summary: "Remove a saved address",
		access: "orders:place",
		response: deletedResponse,
	}),
};
