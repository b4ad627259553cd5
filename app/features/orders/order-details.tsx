import type { Detail } from "#app/ui/detail-list.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Section } from "#app/ui/page.tsx";
import { WrappableId, WrappableText } from "#app/ui/wrappable-text.tsx";
import { formatCents } from "#contract/money.ts";
import { formatPart } from "#contract/numbers.ts";
import { emailFailures, orderEmailLabels } from "#contract/order-emails.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import type { TimelineEvent } from "#worker/shop/orders/timeline.ts";
import type { Route } from "./+types/order.ts";
import { renderRefunds, toWords } from "./order-refunds.tsx";

type Data = Route.ComponentProps["loaderData"];
type Payment = NonNullable<Data["payment"]>;

const Dispute = ({ dispute }: { dispute: Payment["disputes"][number] }) => (
	<div>
		{formatCents(dispute.amountCents)}, {toWords(dispute.reason)}, {toWords(dispute.status)}
		{dispute.dueBy && dispute.status.endsWith("needs_response") && (
			<>
				, respond by <LocalTime at={dispute.dueBy} />
			</>
		)}
		<div className="text-muted">
			<WrappableId text={dispute.id} />
		</div>
	</div>
);

/** If this version no longer knows the kind of email, shows its stored name. */
export function UnsentEmail({
	email: { kind, failure, nextTryAt, tries },
}: {
	email: Data["unsentEmails"][number];
}) {
	const label = orderEmailLabels[kind] ?? kind;
	if (failure) {
		return (
			<div className="text-error">
				{label} could not be delivered: {emailFailures[failure]}
			</div>
		);
	}
	return (
		<div>
			{label}, {tries > 0 ? "next attempt" : "queued for"}{" "}
			{nextTryAt && <LocalTime at={nextTryAt} />}
		</div>
	);
}

export const getPaymentDetails = (
	{ refundedCents, refunds, disputes, piecesLeft }: Payment,
	{ order, isCustomer }: Pick<Data, "order" | "isCustomer">,
): Detail[] => [
	[
		awaitsShipment(order.state) ? "Pieces to ship" : "Pieces not refunded",
		order.state !== "refunded" &&
			piecesLeft < order.quantity &&
			formatPart(piecesLeft, order.quantity),
	],
	["Refunded", refunds.length > 1 && refundedCents > 0 && formatCents(refundedCents)],
	["Refunds", renderRefunds({ refunds, isCustomer })],
	["Disputes", disputes.map((dispute) => <Dispute key={dispute.id} dispute={dispute} />)],
];

/** Lists what happened to an order, newest first. Staff also see who did it. */
export const Timeline = ({ events }: { events: TimelineEvent[] }) => (
	<Section id="timeline" title="Timeline" className="grid gap-3">
		<ol className="grid">
			{events.map(({ at, text, detail, by }, index) => (
				<li key={index} className="detail border-t border-base-300">
					<span className="num text-muted">
						<LocalTime at={at} />
					</span>
					<div>
						{text}
						{detail && <span className="num">: {detail}</span>}
						{by && (
							<div className="text-muted">
								by <WrappableText text={by} />
							</div>
						)}
					</div>
				</li>
			))}
		</ol>
	</Section>
);
