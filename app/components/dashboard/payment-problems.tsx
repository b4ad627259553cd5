import type { PaymentProblem } from "#worker/shop/payments/problems.ts";
import { Halves } from "../ui/breakable.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Price } from "../ui/price.tsx";

const columns: Column<PaymentProblem>[] = [
	{ header: "Transaction id", cell: ({ id }) => <Halves text={id} /> },
	{ header: "Order", cell: ({ orderId }) => <Halves text={orderId} /> },
	{ header: "Why", cell: ({ problem }) => problem },
	{ header: "Refund", cell: ({ refundId }) => <Halves text={refundId} /> },
	{ header: "Amount", kind: "number", cell: ({ amountCents }) => <Price cents={amountCents} /> },
];

type ListProps = { id: string; title: string; text: string; problems: PaymentProblem[] };

function ProblemList({ id, title, text, problems }: ListProps) {
	if (problems.length === 0) return null;
	return (
		<section className="grid gap-4 pt-8" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<p className="max-w-text text-muted">{text}</p>
			<DataTable caption={title} columns={columns} rows={problems} rowKey={({ id }) => id} />
		</section>
	);
}

/** Payments that fitted no order, and those that are not closed yet (architecture.md "Payment"). */
export function PaymentProblems({
	open,
	refunded,
}: {
	open: PaymentProblem[];
	refunded: PaymentProblem[];
}) {
	return (
		<>
			<ProblemList
				id="open-payments"
				title="Open payments"
				text="These could not be settled yet. The shop tries again every five minutes; if one stays here, look it up in Stripe."
				problems={open}
			/>
			<ProblemList
				id="payment-problems"
				title="Refunded payments"
				text="These came too late or did not match their order. The whole amount went back to the card; there is nothing left to do."
				problems={refunded}
			/>
		</>
	);
}
