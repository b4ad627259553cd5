import { LocalDay } from "#app/ui/local-time.tsx";
import { WrappableId, WrappableText } from "#app/ui/wrappable-text.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { refundReasons } from "#contract/refunds.ts";
import type { OrderRefund } from "#worker/shop/payments/order-refunds.ts";

export const toWords = (status: string) => status.replaceAll("_", " ");

function describeStatusForCustomer(status: string): string {
	if (status === "succeeded") return "refunded to your payment method";
	return ["failed", "canceled", "rejected"].includes(status)
		? "not completed; we'll contact you"
		: "on its way to your payment method";
}

const CustomerRefund = ({ amountCents, status, createdAt }: OrderRefund) => (
	<div>
		{formatCents(amountCents)}, {describeStatusForCustomer(status)}, <LocalDay at={createdAt} />
	</div>
);

/** Says what the refund was for, and who requested it. */
function describeRefund({ pieces, restocked, reason, requestedBy }: OrderRefund): string {
	if (reason === null) return "";
	const isAutomatic = reason === "unused";
	return [
		pieces > 0 && `${formatCount(pieces, "piece")}, ${restocked || "none"} restocked`,
		refundReasons[reason],
		!isAutomatic && `by ${requestedBy ?? "a deleted account"}`,
	]
		.filter(Boolean)
		.join("; ");
}

function AdminRefund(refund: OrderRefund) {
	const { amountCents, status, message, createdAt, note, refundId, reason } = refund;
	return (
		<div>
			{formatCents(amountCents)}, {status === "waiting" ? "waiting for Stripe" : toWords(status)}
			{message && `: ${toWords(message)}`}
			{message?.endsWith(".") ? " " : ", "}
			<LocalDay at={createdAt} />
			{reason && (
				<div className="text-muted">
					<WrappableText text={describeRefund(refund)} />
				</div>
			)}
			{note && <div className="text-muted">“{note}”</div>}
			{refundId && (
				<div className="text-muted">
					<WrappableId text={refundId} />{" "}
					{reason ? "" : "created in Stripe, or automatically by the shop"}
				</div>
			)}
		</div>
	);
}

type ListProps = { refunds: OrderRefund[]; isCustomer: boolean };

export const renderRefunds = ({ refunds, isCustomer }: ListProps) =>
	refunds.map((refund) =>
		isCustomer ? (
			<CustomerRefund key={refund.id} {...refund} />
		) : (
			<AdminRefund key={refund.id} {...refund} />
		),
	);
