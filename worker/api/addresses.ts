import { addressCalls } from "#contract/calls/addresses.ts";
import { createApp } from "#worker/http/app.ts";
import {
	addAddress,
	deleteAddress,
	listAddresses,
	updateAddress,
} from "#worker/shop/accounts/addresses.ts";
import { register, toDeleteResult, toInsertResult, toUpdateResult } from "./calls.ts";

export const addressRoutes = createApp();

register(addressRoutes, addressCalls.listAddresses, async ({ shop }) =>
	(await listAddresses(shop)).map(({ id, ...address }) => ({ _id: id, ...address })),
);

register(addressRoutes, addressCalls.addAddress, async ({ shop, readBody }) =>
	toInsertResult(await addAddress(shop, await readBody())),
);

register(addressRoutes, addressCalls.updateAddress, async ({ shop, param, readBody }) =>
	toUpdateResult(await updateAddress(shop, param("id"), await readBody())),
);

register(addressRoutes, addressCalls.deleteAddress, async ({ shop, param }) =>
	toDeleteResult(await deleteAddress(shop, param("id"))),
);
