import { data } from "react-router";
import { OrderedTool } from "#app/features/orders/ordered-tool.tsx";
import { ReservedUntil } from "#app/features/orders/unpaid-order.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { errors, ShopError } from "#contract/errors.ts";
import { formatCount } from "#contract/numbers.ts";
import { isCanceled } from "#contract/order-states.ts";
import { shopName } from "#contract/shop.ts";
import { type LinkedOrders, readLinkedOrders } from "#worker/shop/payments/pay-by-link.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import type { Route } from "./+types/pay-by-link.ts";
import { CardForm, RefundedTotal, SummaryTotal } from "./card-form.tsx";
import { longSummaryOrderCount } from "./checkout-orders.tsx";
import { getTitle, NothingToPay } from "./nothing-to-pay.tsx";
import { LinkedOrderList } from "./pay-by-link-orders.tsx";
import { PaymentLayout } from "./payment-layout.tsx";
import { sumAmounts } from "./refunds.ts";

/** Allows Stripe.js in the Content-Security-Policy (app/entry.server.tsx). */
export const handle = { payment: true };

/**
 * Anyone who has the URL can open the page, so it must not leak to other sites or search engines. With `no-referrer`, browsers would send
 * `Origin: null` with the theme form (fetch.spec.whatwg.org, "append a request Origin header").
 */
export const headers = () => ({
	"Referrer-Policy": "same-origin",
	"X-Robots-Tag": "noindex, nofollow, noarchive",
});

export const meta: Route.MetaFunction = () => pageMeta("Pay for your order");

/** If the link does not work, responds with 404 and an explanation instead of the shop's error page. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	try {
		const linkedOrders = await readLinkedOrders(shop, params.token);
		return data({ linkedOrders, settings: getCardForm(shop) });
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "payment_link_not_found") throw error;
		return data({ linkedOrders: null, settings: null }, error.status);
	}
}

function Summary({ orders, dueCents }: LinkedOrders) {
	const [only, second] = orders;
	const firstUnpaid = orders.find(({ state }) => state === "unpaid");
	const notCanceled = orders.filter(({ state }) => !isCanceled(state));
	const countedOrders = notCanceled.length > 0 ? notCanceled : orders;
	return (
		<>
			{only && !second ? (
				<OrderedTool order={only} img={only.img} isLink />
			) : (
				<LinkedOrderList orders={orders} />
			)}
			<SummaryTotal
				cents={dueCents ?? sumAmounts(countedOrders, "totalCents")}
				isInForm={dueCents !== null}
			/>
			{dueCents === null && <RefundedTotal cents={sumAmounts(countedOrders, "refundedCents")} />}
			{dueCents !== null && firstUnpaid && (
				<p className="text-muted empty:hidden">
					<ReservedUntil order={firstUnpaid} />
				</p>
			)}
		</>
	);
}

const UnknownLink = () => (
	<Page title="This link does not work" width="form">
		<Alert tone="error">{errors.payment_link_not_found.message}</Alert>
		<div>
			<AnchorButton href="/contact">Contact us</AnchorButton>
		</div>
	</Page>
);

export default function PayByLink({ loaderData, params }: Route.ComponentProps) {
	const { linkedOrders, settings } = loaderData;
	const [first, second] = linkedOrders?.orders ?? [];
	if (!linkedOrders || !first) return <UnknownLink />;
	const { orders, dueCents, hasAccount } = linkedOrders;
	const orderText = second ? formatCount(orders.length, "order") : `Order ${first.number}`;
	const isSummaryLast = dueCents === null || orders.length >= longSummaryOrderCount;
	return (
		<Page title={getTitle(linkedOrders)} lead={`${orderText} at ${shopName}`}>
			<PaymentLayout
				label={second ? "Your orders" : "Your order"}
				summary={<Summary {...linkedOrders} />}
				isSummaryLast={isSummaryLast}
			>
				{dueCents === null ? (
					<NothingToPay orders={orders} hasAccount={hasAccount} />
				) : (
					<CardForm
						key={`${params.token} ${dueCents}`}
						order={{ id: first.number, totalCents: dueCents, linkToken: params.token }}
						settings={settings}
					/>
				)}
			</PaymentLayout>
		</Page>
	);
}
