import { type Address, type Delivery, mapAddress } from "#contract/delivery.ts";
import { newAddressChoice } from "#contract/schemas/addresses.ts";
import { listAddresses, type SavedAddress } from "#worker/shop/accounts/addresses.ts";
import type { Shop } from "#worker/shop/context.ts";
import { findLastDelivery } from "#worker/shop/orders/read.ts";

/** The initial values of `DeliveryFields`. */
export type DeliveryDefaults = {
	addresses: SavedAddress[];
	/** The id of the chosen address, or `newAddressChoice`. */
	address: string;
	/** The values for a typed address. */
	values: Partial<Delivery> | null;
	isFromLastOrder: boolean;
};

const isSame = (one: Address, other: Address) =>
	Object.values(mapAddress((name) => one[name] === other[name])).every(Boolean);

/** @param earlier the delivery details of an order that is placed again */
export async function loadDeliveryDefaults(
	shop: Shop,
	earlier: Promise<Address | null> | null = null,
): Promise<DeliveryDefaults> {
	const [addresses, earlierOrder, last] = await Promise.all([
		listAddresses(shop),
		earlier,
		earlier ? null : findLastDelivery(shop),
	]);
	const [lastUsed] = addresses;
	const chosen = earlierOrder
		? addresses.find((address) => isSame(address, earlierOrder))
		: lastUsed;
	const typed = chosen ? null : (earlierOrder ?? last);
	return {
		addresses,
		address: chosen?.id ?? newAddressChoice,
		values: typed && mapAddress((name) => typed[name]),
		isFromLastOrder: typed !== null && typed === last,
	};
}
