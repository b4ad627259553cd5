/** The name of the shop in pages and mails. */
export const shopName = "Torque Tool Depot";

/** By whom a review is whose author has deleted their account. */
export const formerCustomer = "Former customer";

/**
 * How a customer reads an order: the first half of its id, which the admin's search by id finds.
 * @returns twelve digits and letters, such as 6920AF31B0C4
 */
export const orderNumber = (id: string): string => id.slice(0, 12).toUpperCase();

/** @returns the page of one order, and the page with its invoice */
export const orderPath = (id: string): string => `/dashbord/orders/${id}`;
export const invoicePath = (id: string): string => `/dashbord/invoice/${id}`;

/** @returns the order form of a product, filled in as in an order before */
export const orderAgainPath = (productId: string, orderId: string): string =>
	`/purchase/${productId}?${new URLSearchParams({ again: orderId })}`;
