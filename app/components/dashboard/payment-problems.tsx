import type { PaymentProblem } from "#worker/shop/payments/problems.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Price } from "../ui/price.tsx";

const columns: Column<PaymentProblem>[] = [
	{ header: "Transaction id", cell: ({ id }) => id },
	{ header: "Order", cell: ({ orderId }) => orderId },
	{ header: "Why", cell: ({ problem }) => problem },
	{ header: "Refund", cell: ({ refundId }) => refundId },
	{ header: "Amount", kind: "number", cell: ({ amountCents }) => <Price cents={amountCents} /> },
];

/** Payments that fitted no order and were given back by themselves (architecture.md "Payment"). */
export function PaymentProblems({ problems }: { problems: PaymentProblem[] }) {
	return (
		<section className="grid gap-4" aria-labelledby="payment-problems">
			<h2 id="payment-problems">Refunded payments</h2>
			<p className="max-w-text text-muted">
				These came too late or did not fit their order. The whole amount went back to the card;
				nothing is left to do.
			</p>
			<DataTable
				caption="Refunded payments"
				columns={columns}
				rows={problems}
				rowKey={({ id }) => id}
			/>
		</section>
	);
}
