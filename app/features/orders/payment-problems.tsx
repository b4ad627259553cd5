import { Link } from "react-router";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { WrappableId } from "#app/ui/wrappable-text.tsx";
import { formatMinorUnits } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import type { PaymentProblem } from "#worker/shop/payments/read.ts";

/** A payment may be for several orders of a checkout. */
export const renderOtherOrders = (count: number) =>
	count > 0 && (
		<span className="block whitespace-nowrap text-muted">
			and {formatCount(count, "more order")}
		</span>
	);

const allColumns = {
	transaction: { header: "Transaction ID", cell: ({ id }) => <WrappableId text={id} /> },
	order: {
		header: "Order",
		cell: ({ orderId, otherOrderCount }) => (
			<>
				{orderNumber(orderId)}
				{renderOtherOrders(otherOrderCount)}
			</>
		),
	},
	linkedOrder: {
		header: "Order",
		cell: ({ orderId, otherOrderCount }) => (
			<>
				<Link to={orderPath(orderId)} className="link">
					{orderNumber(orderId)}
				</Link>
				{renderOtherOrders(otherOrderCount)}
			</>
		),
	},
	reason: { header: "Reason", cell: ({ problem }) => problem?.replaceAll("_", " ") },
	state: { header: "Status", cell: ({ hold }) => hold && paymentHolds[hold].label },
	refund: { header: "Refund", cell: ({ refundId }) => <WrappableId text={refundId} /> },
	amount: {
		header: "Amount",
		kind: "number",
		cell: ({ amountCents, currency }) => (
			<strong className="num font-semibold">{formatMinorUnits(amountCents, currency)}</strong>
		),
	},
} satisfies Record<string, Column<PaymentProblem>>;

type Props = Record<"open" | "held" | "refunded", PaymentProblem[]>;
type List = { kind: keyof Props; title: string; text: string; columns: Column<PaymentProblem>[] };

const { transaction, order, linkedOrder, reason, state, refund, amount } = allColumns;
const lists: List[] = [
	{
		kind: "open",
		title: "Open payments",
		text: "Not settled yet. The shop retries automatically; if a row asks for action, act in Stripe.",
		columns: [transaction, order, reason, amount],
	},
	{
		kind: "held",
		title: "Refunded or disputed orders",
		text: "Paid orders whose payment was refunded or disputed. They cannot be shipped.",
		columns: [transaction, linkedOrder, state, amount],
	},
	{
		kind: "refunded",
		title: "Refunded payments",
		text: "Refunded automatically because they came too late or did not match their order. No action needed.",
		columns: [transaction, order, reason, refund, amount],
	},
];

export const PaymentProblems = (payments: Props) =>
	lists
		.filter(({ kind }) => payments[kind].length > 0)
		.map(({ kind, title, text, columns }) => (
			<section key={kind} className="grid gap-4 pt-8" aria-labelledby={`${kind}-payments`}>
				<h2 id={`${kind}-payments`} className="text-xl">
					{title}
				</h2>
				<p className="max-w-text text-muted">{text}</p>
				<DataTable
					caption={title}
					columns={columns}
					rows={payments[kind]}
					rowKey={({ id }) => id}
				/>
			</section>
		));
