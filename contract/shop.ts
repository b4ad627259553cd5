/** The name of the shop in pages and mails. */
export const shopName = "Torque Tool Depot";

/** The author of a review whose account was deleted. */
export const formerCustomer = "Former customer";

/** The first half of its id, which the admin's search by id finds: 6920AF31B0C4 */
export const orderNumber = (id: string): string => id.slice(0, 12).toUpperCase();

export const orderPath = (id: string): string => `/dashbord/orders/${id}`;
export const invoicePath = (id: string): string => `/dashbord/invoice/${id}`;

/** The order form of a product, filled in as in an earlier order. */
export const orderAgainPath = (productId: string, orderId: string): string =>
	`/purchase/${productId}?${new URLSearchParams({ again: orderId })}`;
