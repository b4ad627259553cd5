import { formatTracking, getTrackingUrl } from "#contract/carriers.ts";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { getStateLabels } from "#contract/order-states.ts";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { hasOpenCancellationRequest } from "#worker/shop/orders/cancellation.ts";
import type { CheckoutTotals } from "#worker/shop/orders/checkout.ts";
import { getTotalCents, type Order } from "#worker/shop/orders/read.ts";

/**
 * `hold` (why the order must not be shipped) and `shippedPieces` are set only in the admins' list, and the optional fields after these only
 * in the customer's own list.
 */
type ListedOrder = Order & {
	isRefundPending: boolean;
	isRefundMissing: boolean;
	hold?: PaymentHold | null;
	shippedPieces?: number;
	img?: string | null;
	isPaymentInProgress?: boolean;
	checkout?: CheckoutTotals | null;
};

export const toOrderRow = (order: ListedOrder) => ({
	id: order.id,
	checkoutId: order.checkoutId,
	productId: order.productId,
	name: order.name,
	email: order.email,
	delivery: listDeliveryDetails(order),
	toolName: order.toolName,
	quantity: order.quantity,
	shippedPieces: order.shippedPieces ?? order.quantity,
	priceCents: order.toolPriceCents,
	totalCents: getTotalCents(order),
	createdAt: order.createdAt,
	state: order.state,
	stateLabel: getStateLabels(order).shortLabel,
	cancelReason: order.cancelReason,
	reservedUntil: order.reservedUntil,
	hasCancellationRequest: hasOpenCancellationRequest(order),
	transactionId: order.transactionId,
	tracking: formatTracking(order),
	trackingUrl: getTrackingUrl(order),
	hold: order.hold ?? null,
	img: order.img ?? null,
	isPaymentInProgress: order.isPaymentInProgress ?? false,
	checkout: order.checkout ?? null,
});

export type OrderRow = ReturnType<typeof toOrderRow>;
