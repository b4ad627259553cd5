export const shopName = "Torque Tool Depot";

/** The author of a review whose account was deleted. */
export const formerCustomer = "Former customer";

/** Returns the first half of an order's id, such as 6920AF31B0C4. Admins can search for it. */
export const orderNumber = (id: string): string => id.slice(0, 12).toUpperCase();
/** Has the same format as an order number. */
export const quoteNumber = (quoteId: string): string => orderNumber(quoteId);

export const toolPath = (productId: string): string => `/tools/${productId}`;
/** @param lines - text to fill in, one line per tool */
export const quickOrderPath = (lines: string): string =>
	`/quick-order?${new URLSearchParams({ lines })}`;
export const listsPath = "/dashbord/lists";
export const listPath = (id: string): string => `${listsPath}/${id}`;
/** The page of a shared list, open to anyone who has the link. */
export const sharedListPath = (token: string): string => `/list/${token}`;
/** The link in the message that a tool was added to the basket. */
export const viewBasketLink = { href: "/basket", label: "View basket" };
export const stockAlertsPath = "/dashbord/backinstock";
export const ownOrdersPath = "/dashbord/myorders";
export const canceledOrdersPath = `${ownOrdersPath}?state=cancelled`;
export const orderPath = (id: string): string => `/dashbord/orders/${id}`;
export const checkoutPath = (id: string): string => `/dashbord/checkout/${id}`;
/** Orders that were placed together are paid together. */
export const payOrderPath = (order: { id: string; checkoutId: string | null }): string =>
	order.checkoutId === null ? paymentPath(order.id) : checkoutPath(order.checkoutId);
export const paymentPath = (id: string): string => `/dashbord/payment/${id}`;
/** The payment page that needs no sign-in (docs/decisions/payment-links.md). */
export const paymentLinkPath = (token: string): string => `/pay/${token}`;
export const addressesPath = "/dashbord/addresses";
export const requestQuotePath = "/dashbord/requestquote";
export const ownQuotesPath = "/dashbord/myquotes";
export const ownQuotePath = (id: string): string => `${ownQuotesPath}/${id}`;
export const quotesPath = "/dashbord/quotes";
export const quotePath = (id: string): string => `${quotesPath}/${id}`;
export const invoicePath = (id: string): string => `/dashbord/invoice/${id}`;
export const refundPath = (id: string): string => `/dashbord/refund/${id}`;
export const orderAgainPath = (productId: string, orderId: string): string =>
	`/purchase/${productId}?${new URLSearchParams({ again: orderId })}`;
