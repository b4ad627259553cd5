import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { getInvoice, totalCents } from "#worker/shop/orders/read.ts";
import type { Route } from "./+types/invoice.ts";
import { Facts } from "./order-parts.tsx";

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Invoice ${orderNumber(params.orderid)}`);

/** Someone else's is 403, an unknown one 404, of an unpaid order 409; an admin may look. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { order, paidAt, seller } = await getInvoice(context.get(shopContext), params.orderid);
	const { id, toolName, toolPriceCents, quantity, name, email } = order;
	return {
		id,
		number: orderNumber(id),
		placed: formatDay(order.createdAt),
		paid: formatDay(paidAt),
		transactionId: order.transactionId,
		seller,
		buyer: [name, ...deliveryLines(order), email],
		line: {
			toolName: keepUnitsTogether(toolName),
			quantity,
			toolPriceCents,
			totalCents: totalCents(order),
		},
	};
}

type Invoice = Route.ComponentProps["loaderData"];

function Parties({ seller, buyer }: Pick<Invoice, "seller" | "buyer">) {
	return (
		<div className="parties">
			<section aria-label="From">
				<h2 className="text-lg">From</h2>
				<address>{`${seller.name}\n${seller.email}`}</address>
			</section>
			<section aria-label="To">
				<h2 className="text-lg">To</h2>
				<address>{buyer.join("\n")}</address>
			</section>
		</div>
	);
}

function Line({ line }: Pick<Invoice, "line">) {
	return (
		<table>
			<caption className="sr-only">What was bought</caption>
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
					<td>{line.toolName}</td>
					<td>{formatWhole(line.quantity)}</td>
					<td>{formatCents(line.toolPriceCents)}</td>
					<td>{formatCents(line.totalCents)}</td>
				</tr>
			</tbody>
			<tfoot>
				<tr>
					<th scope="row" colSpan={3}>
						Total paid
					</th>
					<td>{formatCents(line.totalCents)}</td>
				</tr>
			</tfoot>
		</table>
	);
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
	const { id, number, placed, paid, transactionId, line } = loaderData;
	return (
		<Page
			title={`Invoice ${number}`}
			nested
			back={{ to: orderPath(id), label: "The order" }}
			actions={
				<Button look="primary" className="needs-script" onClick={() => window.print()}>
					Print
				</Button>
			}
		>
			<article className="invoice">
				<div className="only-print">
					<Wordmark />
				</div>
				<Facts
					rows={[
						["Number", number],
						["Ordered", placed],
						["Paid", `${paid}, by card`],
						["Transaction id", transactionId],
					]}
				/>
				<Parties {...loaderData} />
				<Line line={line} />
			</article>
		</Page>
	);
}
