import { WrappableId } from "#app/ui/line-breaks.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatUnits } from "#contract/money.ts";
import { holdLabels } from "#contract/payment-holds.ts";
import { orderPath } from "#contract/shop.ts";
import type { PaymentProblem } from "#worker/shop/payments/read.ts";

const transaction: Column<PaymentProblem> = {
	header: "Transaction id",
	cell: ({ id }) => <WrappableId text={id} />,
};
const amount: Column<PaymentProblem> = {
	header: "Amount",
	kind: "number",
	cell: ({ amountCents, currency }) => (
		<strong className="num font-semibold">{formatUnits(amountCents, currency)}</strong>
	),
};
const order: Column<PaymentProblem> = {
	header: "Order",
	cell: ({ orderId }) => <WrappableId text={orderId} />,
};
const linkedOrder: Column<PaymentProblem> = {
	header: "Order",
	cell: ({ orderId }) => (
		<PathLink to={orderPath(orderId)} className="link">
			<WrappableId text={orderId} />
		</PathLink>
	),
};
const why: Column<PaymentProblem> = { header: "Why", cell: ({ problem }) => problem };
const state: Column<PaymentProblem> = {
	header: "State",
	cell: ({ hold }) => hold && holdLabels[hold],
};
const refund: Column<PaymentProblem> = {
	header: "Refund",
	cell: ({ refundId }) => <WrappableId text={refundId} />,
};

type ListProps = {
	id: string;
	title: string;
	text: string;
	columns: Column<PaymentProblem>[];
	payments: PaymentProblem[];
};

function PaymentList({ id, title, text, columns, payments }: ListProps) {
	if (payments.length === 0) return null;
	return (
		<section className="grid gap-4 pt-8" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<p className="max-w-text text-muted">{text}</p>
			<DataTable caption={title} columns={columns} rows={payments} rowKey={({ id }) => id} />
		</section>
	);
}

type Props = { open: PaymentProblem[]; held: PaymentProblem[]; refunded: PaymentProblem[] };

/** Payments that wait for something, those whose money went back, and those that fitted no order (architecture.md "Payment"). */
export function PaymentProblems({ open, held, refunded }: Props) {
	return (
		<>
			<PaymentList
				id="open-payments"
				title="Open payments"
				text="These are not settled. The shop retries automatically; where a row asks for action, act in Stripe."
				columns={[transaction, order, why, amount]}
				payments={open}
			/>
			<PaymentList
				id="held-payments"
				title="Refunded or disputed orders"
				text="These orders were paid, and their money went back or may have to. The shop does not ship them."
				columns={[transaction, linkedOrder, state, amount]}
				payments={held}
			/>
			<PaymentList
				id="payment-problems"
				title="Refunded payments"
				text="Refunded automatically because they came too late or did not match their order. No action needed."
				columns={[transaction, order, why, refund, amount]}
				payments={refunded}
			/>
		</>
	);
}
