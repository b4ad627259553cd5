import { WrappableId } from "#app/ui/line-breaks.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
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
		<PathLink to={orderPath(orderId)} className="link">
			<WrappableId text={orderId} />
		</PathLink>
	),
};
const why: PaymentColumn = { header: "Why", cell: ({ problem }) => problem };
const state: PaymentColumn = {
	header: "State",
	cell: ({ hold }) => hold && paymentHolds[hold].label,
};
const refund: PaymentColumn = {
	header: "Refund",
	cell: ({ refundId }) => <WrappableId text={refundId} />,
};

type Props = Record<"open" | "held" | "refunded", PaymentProblem[]>;
type List = { of: keyof Props; id: string; title: string; text: string; columns: PaymentColumn[] };

const lists: List[] = [
	{
		of: "open",
		id: "open-payments",
		title: "Open payments",
		text: "These are not settled. The shop retries automatically; where a row asks for action, act in Stripe.",
		columns: [transaction, order, why, amount],
	},
	{
		of: "held",
		id: "held-payments",
		title: "Refunded or disputed orders",
		text: "These orders were paid, and their money went back or may have to. The shop does not ship them.",
		columns: [transaction, linkedOrder, state, amount],
	},
	{
		of: "refunded",
		id: "payment-problems",
		title: "Refunded payments",
		text: "Refunded automatically because they came too late or did not match their order. No action needed.",
		columns: [transaction, order, why, refund, amount],
	},
];

/** Payments that need attention, those whose money went back, and those that matched no order (architecture.md "Payment"). */
export const PaymentProblems = (problems: Props) =>
	lists.map(({ of, id, title, text, columns }) =>
		problems[of].length === 0 ? null : (
			<section key={id} className="grid gap-4 pt-8" aria-labelledby={id}>
				<h2 id={id}>{title}</h2>
				<p className="max-w-text text-muted">{text}</p>
				<DataTable caption={title} columns={columns} rows={problems[of]} rowKey={({ id }) => id} />
			</section>
		),
	);
