import { data } from "react-router";
import { OrderedTool, ReservedUntil } from "#app/features/orders/order-parts.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { errors, ShopError } from "#contract/errors.ts";
import { formatCount } from "#contract/numbers.ts";
import { shopName } from "#contract/shop.ts";
import { type LinkedOrders, readLinkedOrders } from "#worker/shop/payments/pay-by-link.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import type { Route } from "./+types/pay-by-link.ts";
import { CardForm, SummaryTotal } from "./card-form.tsx";
import { manyOrders } from "./checkout-orders.tsx";
import { Ended, titleOf } from "./pay-by-link-ended.tsx";
import { OrderedTools } from "./pay-by-link-orders.tsx";
import { PaymentLayout } from "./payment-layout.tsx";

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

/** For a link that does not work, responds with 404 and an explanation instead of the shop's error page. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	try {
		const linked = await readLinkedOrders(shop, params.token);
		return data({ linked, settings: getCardForm(shop) });
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "payment_link_not_found") throw error;
		return data({ linked: null, settings: null }, error.status);
	}
}

function Summary({ orders, dueCents }: LinkedOrders) {
	const [only, second] = orders;
	const reserved = orders.find(({ state }) => state === "unpaid");
	const kept = orders.filter(({ state }) => state !== "cancelled" && state !== "refunded");
	const counted = kept.length > 0 ? kept : orders;
	return (
		<>
			{only && !second ? (
				<OrderedTool order={only} img={only.img} isLink />
			) : (
				<OrderedTools orders={orders} />
			)}
			<SummaryTotal
				cents={dueCents ?? counted.reduce((sum, { totalCents }) => sum + totalCents, 0)}
				isInForm={dueCents !== null}
			/>
			{dueCents !== null && reserved && (
				<p className="text-muted empty:hidden">
					<ReservedUntil order={reserved} />
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
	const { linked, settings } = loaderData;
	const [first, second] = linked?.orders ?? [];
	if (!linked || !first) return <UnknownLink />;
	const { orders, dueCents } = linked;
	const what = second ? formatCount(orders.length, "order") : `Order ${first.number}`;
	const isSummaryLast = dueCents === null || orders.length >= manyOrders;
	return (
		<Page title={titleOf(linked)} lead={`${what} at ${shopName}`}>
			<PaymentLayout
				label={second ? "Your orders" : "Your order"}
				summary={<Summary {...linked} />}
				isSummaryLast={isSummaryLast}
			>
				{dueCents === null ? (
					<Ended orders={orders} />
				) : (
					<CardForm
						key={params.token}
						order={{ id: first.number, totalCents: dueCents, link: params.token }}
						settings={settings}
					/>
				)}
			</PaymentLayout>
		</Page>
	);
}
