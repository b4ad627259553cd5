import { Page } from "#app/components/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Halves } from "#app/components/ui/breakable.tsx";
import { LinkButton } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { unbroken } from "#app/components/ui/unbroken.ts";
import { shopContext } from "#app/context.ts";
import { CardForm } from "#app/islands/card-form.tsx";
import { pageMeta } from "#app/page-meta.ts";
import { failure, payment } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { requireOrder, totalCents } from "#worker/shop/orders/read.ts";
import { getCardForm } from "#worker/shop/payments/settings.ts";
import type { Route } from "./+types/payment.ts";

export const meta: Route.MetaFunction = () => pageMeta("Payment");

/** Someone else's order is 403, an unknown one 404; an admin may look. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const order = await requireOrder(shop, params.orderid);
	const { id, name, email, toolName, quantity, transactionId } = order;
	return {
		order: { id, name, email, toolName, quantity, totalCents: totalCents(order) },
		transactionId: order.paidAt && transactionId,
		isCustomer: order.userId === shop.account?.id,
		settings: getCardForm(shop),
	};
}

function Paid({ transactionId }: { transactionId: string }) {
	return (
		<Alert tone="success">
			<p>{payment.done}</p>
			<p>
				Transaction id <Halves text={transactionId} />
			</p>
		</Alert>
	);
}

function PaymentForm({ order, isCustomer, settings }: Route.ComponentProps["loaderData"]) {
	if (!isCustomer) return <Alert>{payment.customerOnly}</Alert>;
	if (!settings) return <Alert tone="error">{failure.paymentUnavailable}</Alert>;
	return (
		<>
			<noscript>
				<Alert>{payment.needsScript}</Alert>
			</noscript>
			<CardForm key={order.id} order={order} settings={settings} />
		</>
	);
}

export default function Payment({ loaderData }: Route.ComponentProps) {
	const { order, transactionId, isCustomer } = loaderData;
	return (
		<Page title={`Hello, ${order.name}`} width="form" nested>
			<Card className="grid gap-6">
				<div className="grid gap-1">
					<p>
						{formatWhole(order.quantity)} pieces of {unbroken(order.toolName)}
					</p>
					<p className="num text-2xl font-semibold">{formatCents(order.totalCents)}</p>
				</div>
				{transactionId ? <Paid transactionId={transactionId} /> : <PaymentForm {...loaderData} />}
			</Card>
			{isCustomer && (
				<LinkButton to="/dashbord/myorders" className="justify-self-start">
					My Orders
				</LinkButton>
			)}
		</Page>
	);
}
