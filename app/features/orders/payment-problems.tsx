import { Link } from "react-router";
import { WrappableId } from "#app/ui/line-breaks.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatUnits } from "#contract/money.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { orderPath } from "#contract/shop.ts";
import type { PaymentProblem } from "#worker/shop/payments/read.ts";

type PaymentColumn = Column<PaymentProblem>;

const transaction: PaymentColumn = {
	header: "Transaction id",
	cell: ({ id }) => <WrappableId text={id} />,
};
const amount: PaymentColumn = {
	header: "Amount",
	kind: "number",
	cell: ({ amountCents, currency }) => (
		<strong className="num font-semibold">{formatUnits(amountCents, currency)}</strong>
	),
};
const order: PaymentColumn = {
	header: "Order",
	cell: ({ orderId }) => <WrappableId text={orderId} />,
};
const linkedOrder: PaymentColumn = {
	header: "Order",
	cell: ({ orderId }) => (
		<Link to={orderPath(orderId)} className="link">
			<WrappableId text={orderId} />
		</Link>
	),
};
const reason: PaymentColumn = { header: "Reason", cell: ({ problem }) => problem };
const state: PaymentColumn = {
	header: "State",
	cell: ({ hold }) => hold && paymentHolds[hold].label,
};
const refund: PaymentColumn = {
	header: "Refund",
	cell: ({ refundId }) => <WrappableId text={refundId} />,
};

type Props = Record<"open" | "held" | "refunded", PaymentProblem[]>;
type List = {
	kind: keyof Props;
	id: string;
	title: string;
	text: string;
	columns: PaymentColumn[];
};

const lists: List[] = [
	{
		kind: "open",
		id: "open-payments",
		title: "Open payments",
		text: "Not settled yet. The shop retries automatically; if a row asks for action, act in Stripe.",
		columns: [transaction, order, reason, amount],
	},
	{
		kind: "held",
		id: "held-payments",
		title: "Refunded or disputed orders",
		text: "Paid orders whose payment was refunded or disputed. They cannot be shipped.",
		columns: [transaction, linkedOrder, state, amount],
	},
	{
		kind: "refunded",
		id: "payment-problems",
		title: "Refunded payments",
		text: "Refunded automatically because they came too late or did not match their order. No action needed.",
		columns: [transaction, order, reason, refund, amount],
	},
];

/** Open payments, refunded or disputed orders, and payments that were refunded automatically (architecture.md "Payment"). */
export const PaymentProblems = (problems: Props) =>
	lists.map(({ kind, id, title, text, columns }) =>
		problems[kind].length === 0 ? null : (
			<section key={id} className="grid gap-4 pt-8" aria-labelledby={id}>
				<h2 id={id}>{title}</h2>
				<p className="max-w-text text-muted">{text}</p>
				<DataTable
					caption={title}
					columns={columns}
					rows={problems[kind]}
					rowKey={({ id }) => id}
				/>
			</section>
		),
	);
