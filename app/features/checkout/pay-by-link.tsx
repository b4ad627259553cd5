import { data } from "react-router";
import { OrderedTool, ReservedUntil } from "#app/features/orders/order-parts.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { errors, ShopError } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { hasReached, orderStates } from "#contract/order-states.ts";
import { shopName } from "#contract/shop.ts";
import { type LinkedOrder, readLinkedOrder } from "#worker/shop/payments/pay-by-link.ts";
import { type CardFormSettings, getCardForm } from "#worker/shop/payments/start.ts";
import type { Route } from "./+types/pay-by-link.ts";
import { CardForm } from "./card-form.tsx";

/** Allows Stripe.js in the Content-Security-Policy (app/entry.server.tsx). */
export const handle = { payment: true };

/** The address is as good as a key: no other site may learn it, and no search engine. */
export const headers = () => ({
	"Referrer-Policy": "no-referrer",
	"X-Robots-Tag": "noindex, nofollow, noarchive",
});

export const meta: Route.MetaFunction = () => pageMeta("Pay for your order");

/** The page of a link that does not work has the status 404 and an explanation, not the shop's error page. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	try {
		const order = await readLinkedOrder(shop, params.token);
		return data({ order, settings: getCardForm(shop) });
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "payment_link_not_found") throw error;
		return data({ order: null, settings: null }, error.status);
	}
}

const Summary = ({ order }: { order: LinkedOrder }) => (
	<section
		aria-label="Your order"
		className="grid gap-4 *:not-first:border-t *:not-first:border-base-300 *:not-first:pt-4 group-data-paid:order-1 lg:col-2 lg:row-1"
	>
		<OrderedTool order={order} img={order.img} isLink />
		{/* The card form shows it next to its button. */}
		<p className="flex items-baseline justify-between" hidden={order.isPayable}>
			<span>Total</span>
			<span className="num text-2xl font-semibold">{formatCents(order.totalCents)}</span>
		</p>
		{order.isPayable && (
			<p className="text-muted empty:hidden">
				<ReservedUntil order={order} />
			</p>
		)}
	</section>
);

type PaymentProps = { order: LinkedOrder; token: string; settings: CardFormSettings | null };

function Payment({ order, token, settings }: PaymentProps) {
	if (!settings) return <Alert tone="error">{errors.payment_unavailable.message}</Alert>;
	return (
		<>
			<noscript>
				<Alert>{payment.needsScript}</Alert>
			</noscript>
			<CardForm
				key={token}
				order={{ id: order.number, totalCents: order.totalCents, link: token }}
				settings={settings}
			/>
		</>
	);
}

/** Of an order that can no longer be paid: it was paid, canceled, or has run out of time. */
function Ended({ order }: { order: LinkedOrder }) {
	const reason = order.cancelReason && cancelReasons[order.cancelReason];
	if (hasReached(order.state, "paid")) {
		return (
			<>
				<Alert tone="success">
					<p>{order.state === "refunded" ? orderStates.refunded.customerText : payment.done}</p>
				</Alert>
				{order.state !== "refunded" && (
					<p>
						{orderStates[order.state].customerText} We have emailed the receipt to the address that
						you gave us.
					</p>
				)}
				{order.trackingUrl && (
					<AnchorButton href={order.trackingUrl} rel="noreferrer" variant="primary">
						Track shipment
					</AnchorButton>
				)}
			</>
		);
	}
	return (
		<>
			<Alert tone="error">
				<p>
					{order.state === "unpaid"
						? errors.reservation_ended.message
						: (reason?.customerText ?? orderStates.cancelled.customerText)}
				</p>
			</Alert>
			<p>
				If you still need the tools, reply to our email or call us, and we will order them again.
			</p>
		</>
	);
}

function titleOf({ state, isPayable }: LinkedOrder): string {
	if (isPayable) return "Pay for your order";
	if (state === "refunded") return "This order was refunded";
	return hasReached(state, "paid") ? "Thank you for your order" : "This order can't be paid";
}

const UnknownLink = () => (
	<Page title="This link does not work" width="form">
		<Alert tone="error">{errors.payment_link_not_found.message}</Alert>
		<AnchorButton href="/contact">Contact us</AnchorButton>
	</Page>
);

export default function PayByLink({ loaderData, params }: Route.ComponentProps) {
	const { order, settings } = loaderData;
	if (!order) return <UnknownLink />;
	return (
		<Page title={titleOf(order)} lead={`Order ${order.number} at ${shopName}`}>
			<div
				className="group grid max-w-md gap-6 lg:max-w-4xl lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:items-start lg:gap-16"
				data-paid={order.isPayable ? undefined : ""}
			>
				<Summary order={order} />
				<div className="grid content-start gap-6 lg:[grid-area:1/1]">
					{order.isPayable ? (
						<Payment order={order} token={params.token} settings={settings} />
					) : (
						<Ended order={order} />
					)}
				</div>
			</div>
		</Page>
	);
}
