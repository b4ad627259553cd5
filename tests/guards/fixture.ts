import type { Capability } from "#contract/roles.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { placeOrder, placeOrders } from "#worker/shop/orders/place.ts";
import { requestQuote } from "#worker/shop/quotes/request.ts";
import { createLocalShop } from "../support/local-shop.ts";

export const localShop = createLocalShop();
export const accounts = {
	admin: await localShop.addAccount("admin"),
	shopper: await localShop.addAccount(),
};
export const owner = await localShop.addAccount();
export const productId = await localShop.addProduct(1_000);
export const purchase = {
	productId,
	quantity: 1,
	location: "Here",
	phone: "1",
	idempotencyKey: null,
};
export const address = { location: "Here", phone: "1", company: "", vatNumber: "" };
export const orderId = await placeOrder(localShop.createContext(owner), purchase);
export const checkout = await placeOrders(localShop.createContext(owner), {
	...purchase,
	lines: [purchase],
});
export const quoteRequest = {
	tools: "Bar, 5",
	message: "",
	company: "",
	phone: "",
	neededBy: null,
};
export const quoteId = await requestQuote(localShop.createContext(owner), {
	...quoteRequest,
	formKey: null,
});

/** A list query without filters. Use cases check the account before they read the query. */
export const emptyQuery = {} as never;
export const product = {
	name: "Bar",
	description: "A bar",
	priceCents: 500,
	quantity: 1,
	minimum: 1,
	img: "/pictures/torque-wrench-800.webp",
};
export const emptyPasskey = { id: "", type: "public-key", response: {} } as never;
export const review = { review: "Good", ratings: "5", img: "" };

export type UseCase = (shop: ShopContext) => unknown;
/**
 * Use cases by capability. Every role that may call a use case has the capability, but the use case may require another one,
 * which fewer roles have.
 */
export type GuardedUseCases = Partial<Record<Capability, Record<string, UseCase>>>;
