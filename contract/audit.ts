import { orderActionLabels } from "./order-states.ts";

/** The values are labels. The keys are stored in the database and used in URLs. */
export const auditActions = {
	"product-added": "Product added",
	"product-published": "Product published",
	"product-updated": "Product updated",
	"stock-set": "Stock set",
	"products-edited": "Prices and stock edited",
	"product-deleted": "Product deleted",
	...orderActionLabels,
	"order-placed": "Order placed for its customer",
	"order-payment-link": "Payment link created",
	"order-tracked": "Tracking number set",
	"order-restocked": "Pieces put back into stock",
	"order-cancellation-declined": "Cancellation declined",
	"order-noted": "Note added",
	"order-note-deleted": "Note deleted",
	"quote-answered": "Quote answered",
	"quote-withdrawn": "Quote withdrawn",
	"admin-made": "Admin added",
	"user-role-changed": "Role changed",
	"user-second-factor-reset": "Two-factor reset",
	"user-deleted": "User deleted",
	"review-hidden": "Review hidden",
	"review-shown": "Review shown",
	"review-deleted": "Review deleted",
	"message-answered": "Message answered",
	"message-reopened": "Message marked as new",
	"message-deleted": "Message deleted",
	"subscribers-exported": "Newsletter list exported",
	"subscriber-removed": "Newsletter subscriber removed",
	"orders-exported": "Orders exported",
	"products-imported": "Products imported",
	"products-exported": "Products exported",
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditActions;
