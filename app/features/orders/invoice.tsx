import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { DetailList } from "#app/ui/detail-list.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Page } from "#app/ui/page.tsx";
import { WrappableId } from "#app/ui/wrappable-text.tsx";
import { formatUtcDay } from "#contract/dates.ts";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { getInvoice } from "#worker/shop/orders/invoice.ts";
import { getTotalCents } from "#worker/shop/orders/read.ts";
import { getSeller } from "#worker/shop/seller.ts";
import type { Route } from "./+types/invoice.ts";
import { Parties, PrintedWordmark } from "./parties.tsx";
import { PricedLines, SumRow } from "./priced-lines.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(`Invoice ${loaderData?.number ?? ""}`);

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { orders, refunds, paidAt, methodType } = await getInvoice(shop, params.orderid);
	const [first] = orders;
	if (!first) throw new ShopError("order_not_found");
	const paidCents = orders.reduce((sum, order) => sum + getTotalCents(order), 0);
	const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
	return {
		number: orderNumber(first.id),
		transactionId: first.transactionId ?? "",
		orderedOn: formatUtcDay(first.createdAt),
		paymentText: `${formatUtcDay(paidAt)}, by ${methodType === "link" ? "Link" : "card"}`,
		seller: getSeller(shop),
		customer: [first.name, ...listDeliveryDetails(first)],
		email: first.email,
		lines: orders.map((order) => ({
			id: order.id,
			toolName: order.toolName,
			partNumber: order.toolPartNumber,
			quantity: order.quantity,
			priceCents: order.toolPriceCents,
		})),
		paidCents,
		netCents: paidCents - refundedCents,
		refunds: refunds.map(({ orderId, refundId, amountCents, pieces, createdAt }) => ({
			key: `${refundId} ${orderId}`,
			amountCents,
			pieces,
			toolName: orders.find(({ id }) => id === orderId)?.toolName ?? "",
			day: formatUtcDay(createdAt),
		})),
	};
}

type Invoice = Route.ComponentProps["loaderData"];

const Lines = ({ lines, paidCents, netCents, refunds }: Invoice) => (
	<PricedLines
		caption="Purchased products"
		lines={lines.map(({ id, toolName, partNumber, quantity, priceCents }) => ({
			key: id,
			tool: keepUnitsTogether(toolName),
			partNumber,
			pieces: quantity,
			priceCents,
			note: lines.length > 1 ? `Order ${orderNumber(id)}` : null,
		}))}
	>
		<SumRow cents={paidCents}>Total paid</SumRow>
		{refunds.map(({ key, day, pieces, toolName, amountCents }) => (
			<SumRow key={key} cents={-amountCents}>
				Refund on {day}
				{pieces > 0 && `, ${formatCount(pieces, "piece")}`}
				{lines.length > 1 && <div className="text-base font-normal">{toolName}</div>}
			</SumRow>
		))}
		{refunds.length > 0 && <SumRow cents={netCents}>Net total</SumRow>}
	</PricedLines>
);

export default function InvoicePage({ loaderData, params }: Route.ComponentProps) {
	const { number, orderedOn, paymentText, transactionId } = loaderData;
	return (
		<Page
			title={`Invoice ${number}`}
			width="text"
			inDashboard
			back={{ to: orderPath(params.orderid), label: "Back to order" }}
			actions={
				<Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
					Print
				</Button>
			}
		>
			<PrintedWordmark />
			<article className="invoice grid gap-8">
				<DetailList
					rows={[
						["Number", number],
						["Ordered", orderedOn],
						["Paid", paymentText],
						["Transaction ID", <WrappableId key="id" text={transactionId} />],
					]}
				/>
				<Parties {...loaderData} />
				<Lines {...loaderData} />
			</article>
		</Page>
	);
}
