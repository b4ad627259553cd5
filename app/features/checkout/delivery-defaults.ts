import {
	type Address,
	type Delivery,
	mapAddressFields,
	newAddressChoice,
} from "#contract/delivery.ts";
import { hashAddress, listAddresses, type SavedAddress } from "#worker/shop/accounts/addresses.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { findLastAddress } from "#worker/shop/orders/read.ts";

/** The initial values of `DeliveryFields`. */
export type DeliveryDefaults = {
	addresses: (SavedAddress & { hash: string })[];
	/** The id of the preselected address, or `newAddressChoice`. */
	addressChoice: string;
	/** The initial values of the fields for another address. */
	values: Partial<Delivery> | null;
	isFromLastOrder: boolean;
};

const isSameAddress = (a: Address, b: Address) =>
	Object.values(mapAddressFields((name) => a[name] === b[name])).every(Boolean);

/** @param earlierAddressRequest - the delivery address of the order that is being placed again */
export async function loadDeliveryDefaults(
	shop: ShopContext,
	earlierAddressRequest: Promise<Address | null> | null = null,
): Promise<DeliveryDefaults> {
	const [addresses, earlierAddress, lastAddress] = await Promise.all([
		listAddresses(shop),
		earlierAddressRequest,
		earlierAddressRequest ? null : findLastAddress(shop),
	]);
	const [lastUsedAddress] = addresses;
	const savedAddress = earlierAddress
		? addresses.find((address) => isSameAddress(address, earlierAddress))
		: lastUsedAddress;
	const otherAddress = savedAddress ? null : (earlierAddress ?? lastAddress);
	return {
		addresses: await Promise.all(
			addresses.map(async (address) => ({ ...address, hash: await hashAddress(address) })),
		),
		addressChoice: savedAddress?.id ?? newAddressChoice,
		values: otherAddress && mapAddressFields((name) => otherAddress[name]),
		isFromLastOrder: otherAddress !== null && otherAddress === lastAddress,
	};
}
