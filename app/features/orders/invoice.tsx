import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { WrappableId } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatWhole } from "#contract/numbers.ts";
import { refundsAccepted } from "#contract/refunds.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { getInvoice, totalCents } from "#worker/shop/orders/read.ts";
import { readRefunds } from "#worker/shop/payments/order-refunds.ts";
import type { Route } from "./+types/invoice.ts";
import { DetailList } from "./order-parts.tsx";

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Invoice ${orderNumber(params.orderid)}`);

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { order, paidAt, seller } = await getInvoice(shop, params.orderid);
	const refunds = (await readRefunds(shop, order)).filter(({ status }) =>
		refundsAccepted.includes(status),
	);
	const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
	const { id, transactionId, toolName, toolPartNumber, toolPriceCents, quantity, name, email } =
		order;
	return {
		id,
		transactionId,
		quantity,
		toolPriceCents,
		orderedOn: formatDay(order.createdAt),
		paidOn: formatDay(paidAt),
		seller: [seller.name, seller.email, shop.origin],
		customer: [name, ...deliveryLines(order), email],
		toolName,
		toolPartNumber,
		totalCents: totalCents(order),
		netCents: totalCents(order) - refundedCents,
		refunds: refunds.toReversed().map(({ id: key, amountCents, pieces, createdAt }) => ({
			...{ key, amountCents, pieces },
			day: formatDay(createdAt),
		})),
	};
}

type Invoice = Route.ComponentProps["loaderData"];

const Parties = ({ seller, customer }: Invoice) => (
	<div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
		<section aria-label="From">
			<h2 className="text-lg">From</h2>
			<address className="whitespace-pre-line not-italic">{seller.join("\n")}</address>
		</section>
		<section aria-label="To">
			<h2 className="text-lg">To</h2>
			<address className="whitespace-pre-line not-italic">{customer.join("\n")}</address>
		</section>
	</div>
);

const Totals = ({ totalCents, netCents, refunds }: Invoice) => (
	<tfoot>
		<tr>
			<th scope="row" colSpan={3}>
				Total paid
			</th>
			<td>{formatCents(totalCents)}</td>
		</tr>
		{refunds.map(({ key, day, pieces, amountCents }) => (
			<tr key={key}>
				<th scope="row" colSpan={3}>
					Refund of {day}
					{pieces > 0 && `, ${formatCount(pieces, "piece")}`}
				</th>
				<td>{formatCents(-amountCents)}</td>
			</tr>
		))}
		{refunds.length > 0 && (
			<tr>
				<th scope="row" colSpan={3}>
					Net total
				</th>
				<td>{formatCents(netCents)}</td>
			</tr>
		)}
	</tfoot>
);

const LineItem = (invoice: Invoice) => {
	const { toolName, toolPartNumber, quantity, toolPriceCents, totalCents } = invoice;
	return (
		<table className="num w-full border-collapse">
			<caption className="sr-only">Purchased product</caption>
			<thead>
				<tr>
					<th scope="col">Tool</th>
					<th scope="col">Pieces</th>
					<th scope="col">Price per piece</th>
					<th scope="col">Amount</th>
				</tr>
			</thead>
			<tbody>
				<tr>
					<td>
						{keepUnitsTogether(toolName)}
						{toolPartNumber && <div className="text-muted">Part number {toolPartNumber}</div>}
					</td>
					<td>{formatWhole(quantity)}</td>
					<td>{formatCents(toolPriceCents)}</td>
					<td>{formatCents(totalCents)}</td>
				</tr>
			</tbody>
			<Totals {...invoice} />
		</table>
	);
};

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { id, orderedOn, paidOn, transactionId } = loaderData;
	const number = orderNumber(id);
	return (
		<Page
			title={`Invoice ${number}`}
			width="text"
			inDashboard
			back={{ to: orderPath(id), label: "Back to order" }}
			actions={
				<Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
					Print
				</Button>
			}
		>
			<div className="hidden print:order-first print:block">
				<Wordmark />
			</div>
			<article className="invoice grid gap-8">
				<DetailList
					rows={[
						["Number", number],
						["Ordered", orderedOn],
						["Paid", `${paidOn}, by card`],
						["Transaction ID", <WrappableId key="id" text={transactionId} />],
					]}
				/>
				<Parties {...loaderData} />
				<LineItem {...loaderData} />
			</article>
		</Page>
	);
}
