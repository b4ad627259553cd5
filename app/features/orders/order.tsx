import { shopContext } from "#app/lib/context.ts";
import { useLive } from "#app/lib/live.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";
import { unbroken } from "#app/lib/unbroken.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Halves } from "#app/ui/breakable.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Page } from "#app/ui/page.tsx";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { holdLabels, holdNews, holdRefusals } from "#contract/payment-holds.ts";
import { orderNumber } from "#contract/shop.ts";
import { getSupply } from "#worker/shop/orders/again.ts";
import { requireOrder, totalCents } from "#worker/shop/orders/read.ts";
import { getPaymentOf, type OrderPayment } from "#worker/shop/payments/of-order.ts";
import type { Route } from "./+types/order.ts";
import { OrderActions } from "./order-actions.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { paymentFacts } from "./payment-facts.tsx";

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Order ${orderNumber(params.orderid)}`);

/** Someone else's order is 403, an unknown one 404; an admin may look. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { userId, ...order } = await requireOrder(shop, params.orderid);
	const isCustomer = userId === shop.account?.id;
	const payment = await getPaymentOf(shop, { ...order, userId });
	return {
		order: { ...order, paid: order.paidAt !== null, totalCents: totalCents(order) },
		isCustomer,
		payment,
		supply: await getSupply(shop, order.productId),
	};
}

type Moments = { paidAt: Date | null; shiftedAt: Date | null };

/** What comes next, in words. */
function nextOf({ paidAt, shiftedAt }: Moments, payment: OrderPayment): string {
	if (payment?.hold && !shiftedAt) return holdNews[payment.hold];
	if (shiftedAt) return "Your tools have left our shelves and are on their way to you.";
	if (paidAt) return "We are getting your tools ready and will email you when they leave.";
	return "Your pieces are kept for you. They leave as soon as the order is paid.";
}

export default function Order({ loaderData }: Route.ComponentProps) {
	useLive();
	const { order, isCustomer, payment } = loaderData;
	return (
		<Page
			title={`Order ${orderNumber(order.id)}`}
			{...(isCustomer && { lead: nextOf(order, payment) })}
			nested
			back={
				isCustomer
					? { to: "/dashbord/myorders", label: "My Orders" }
					: { to: "/dashbord/manageAllorders", label: "Manage All Orders" }
			}
		>
			<OrderSteps order={order} hold={payment?.hold} />
			{payment?.hold && !isCustomer && (
				<Alert tone="error">
					{order.shiftedAt ? holdLabels[payment.hold] : holdRefusals[payment.hold]}
				</Alert>
			)}
			<OrderActions {...loaderData} />
			<Facts
				rows={[
					["Tool", unbroken(order.toolName)],
					["Pieces", formatWhole(order.quantity)],
					["Price per piece", formatCents(order.toolPriceCents)],
					["Total", <b key="total">{formatCents(order.totalCents)}</b>],
					...paymentFacts(payment),
					["Deliver to", `${order.name}\n${order.location}\n${order.phone}`],
					["Mails go to", order.email],
					...(order.transactionId
						? [
								["Transaction id", <Halves key="id" text={order.transactionId} />] as [
									string,
									React.ReactNode,
								],
							]
						: []),
				]}
			/>
		</Page>
	);
}
