import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { formatDay } from "#contract/dates.ts";
import { refundPath } from "#contract/shop.ts";

type Props = {
	order: {
		id: string;
		cancellationRequestedAt: Date | null;
		cancellationDeclinedAt: Date | null;
	};
};

/** For the customer of a paid order that is not shipped. */
export function AskToCancel({ order: { cancellationRequestedAt } }: Props) {
	if (cancellationRequestedAt) return null;
	return (
		<ConfirmButton
			label="Ask to cancel"
			question="Ask us to cancel this order?"
			fields={{ task: "askToCancel" }}
			variant="plain"
			size="md"
		>
			<p>
				We answer by email. If we have not started to ship it, we refund your payment; otherwise you
				get your tools as ordered.
			</p>
		</ConfirmButton>
	);
}

export function RequestState({
	order: { cancellationRequestedAt, cancellationDeclinedAt },
}: Props) {
	if (!cancellationRequestedAt) return null;
	return (
		<Alert>
			{cancellationDeclinedAt
				? "You asked us to cancel this order, but it is too far along: we will ship it."
				: `You asked us to cancel this order on ${formatDay(cancellationRequestedAt)}. We will answer by email.`}
		</Alert>
	);
}

/** For admins, while the customer waits for an answer. */
export const CancellationRequest = ({ order: { id, cancellationRequestedAt } }: Props) => (
	<Alert tone="error">
		<div className="grid gap-3">
			<p>
				The customer asked to cancel this order
				{cancellationRequestedAt && ` on ${formatDay(cancellationRequestedAt)}`}.
			</p>
			<div className="flex flex-wrap gap-3">
				<RouterLinkButton to={refundPath(id)}>Cancel and refund</RouterLinkButton>
				<ConfirmButton
					label="Decline"
					question="Decline the request?"
					fields={{ task: "declineToCancel" }}
					variant="plain"
					size="md"
				>
					<p>The customer gets an email: the order will be shipped.</p>
				</ConfirmButton>
			</div>
		</div>
	</Alert>
);
