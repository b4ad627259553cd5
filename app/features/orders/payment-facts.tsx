import type { ReactNode } from "react";
import { Halves } from "#app/ui/breakable.tsx";
import { formatDay } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import type { OrderPayment } from "#worker/shop/payments/of-order.ts";

type Payment = NonNullable<OrderPayment>;

/** Stripe's `needs_response`. */
const inWords = (status: string) => status.replaceAll("_", " ");

const Refund = ({ refund }: { refund: Payment["refunds"][number] }) => (
	<div>
		{formatCents(refund.amountCents)}, {inWords(refund.status)}
		{refund.failureReason && ` (${inWords(refund.failureReason)})`}, {formatDay(refund.createdAt)}
		<div className="text-muted">
			<Halves text={refund.id} /> {refund.ours ? "by the shop" : "made in Stripe"}
		</div>
	</div>
);

const Dispute = ({ dispute }: { dispute: Payment["disputes"][number] }) => (
	<div>
		{formatCents(dispute.amountCents)}, {inWords(dispute.reason)}, {inWords(dispute.status)}
		{dispute.dueBy && `, answer by ${formatDay(dispute.dueBy)}`}
		<div className="text-muted">
			<Halves text={dispute.id} />
		</div>
	</div>
);

/** Rows about money that went back, or may have to: none while all of it is with the shop. */
export function paymentFacts(payment: OrderPayment): [name: string, value: ReactNode][] {
	if (!payment) return [];
	const { refundedCents, refunds, disputes } = payment;
	const rows: [string, ReactNode, boolean][] = [
		["Refunded", formatCents(refundedCents), refundedCents > 0],
		["Refunds", refunds.map((one) => <Refund key={one.id} refund={one} />), refunds.length > 0],
		[
			"Disputes",
			disputes.map((one) => <Dispute key={one.id} dispute={one} />),
			disputes.length > 0,
		],
	];
	return rows.flatMap(([name, value, shows]) => (shows ? [[name, value]] : []));
}
