import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import type { PaymentHold } from "#contract/payment-holds.ts";
import { refundPath } from "#contract/shop.ts";

type Props = {
	order: {
		id: string;
		cancellationRequestedAt: Date | null;
		cancellationDeclinedAt: Date | null;
	};
};

/** For the customer of a paid order that has not shipped. */
export function RequestCancellationButton({ order: { cancellationRequestedAt } }: Props) {
	if (cancellationRequestedAt) return null;
	return (
		<ConfirmButton
			label="Request cancellation"
			question="Ask us to cancel this order?"
			fields={{ task: "askToCancel" }}
			variant="plain"
			size="md"
		>
			<p>
				We'll reply by email. If we haven't started to ship your order, we'll refund your payment.
				Otherwise, you'll get your tools as ordered.
			</p>
		</ConfirmButton>
	);
}

/** For the customer. `isOnHold`: whether the order must not ship now. */
export function CancellationRequestNotice({
	order: { cancellationRequestedAt, cancellationDeclinedAt },
	isOnHold,
}: Props & { isOnHold: boolean }) {
	if (!cancellationRequestedAt) return null;
	return (
		<Alert>
			{cancellationDeclinedAt ? (
				isOnHold ? (
					"You asked us to cancel this order, and we declined."
				) : (
					"You asked us to cancel this order, but it was too late to stop it. We'll ship it as ordered."
				)
			) : (
				<>
					You asked us to cancel this order on <LocalDay at={cancellationRequestedAt} />. We'll
					reply by email.
				</>
			)}
		</Alert>
	);
}

const disputeAdvice =
	"Stripe rejects refunds of a disputed payment. To return the money, accept the dispute in Stripe. If you win it, you can refund the order here.";

type AnswerProps = {
	hold: PaymentHold | null;
	isReturned: boolean;
	isDisputed: boolean;
	isRefundable: boolean;
};

/**
 * For admins, while the customer waits for a reply.
 * @param hold - why the order must not ship now, or null
 * @param isReturned - whether the customer gets the entire payment back anyway
 * @param isDisputed - whether Stripe rejects refunds because of a dispute, which may be lost
 * @param isRefundable - whether something is left to refund
 */
export const AnswerCancellationRequest = ({
	order: { id, cancellationRequestedAt },
	hold,
	isReturned,
	isDisputed,
	isRefundable,
}: Props & AnswerProps) => (
	<Alert tone="error">
		<div className="grid gap-3">
			<p>
				The customer asked to cancel this order
				{cancellationRequestedAt && (
					<>
						{" on "}
						<LocalDay at={cancellationRequestedAt} />
					</>
				)}
				.{isDisputed && hold !== "dispute_lost" && ` ${disputeAdvice}`}
			</p>
			<div className="flex flex-wrap gap-3">
				{isRefundable && !isDisputed && (
					<RouterLinkButton to={refundPath(id)}>Cancel and refund</RouterLinkButton>
				)}
				<ConfirmButton
					label={isReturned ? "Close request" : "Decline"}
					question={isReturned ? "Close the request?" : "Decline the request?"}
					fields={{ task: "declineToCancel" }}
					variant="plain"
					size="md"
				>
					<p>
						{hold
							? "The customer gets no email."
							: "The customer gets an email saying that the order will be shipped."}
					</p>
				</ConfirmButton>
			</div>
		</div>
	</Alert>
);
