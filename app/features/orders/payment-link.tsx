import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { CopyLink } from "#app/ui/copy-link.tsx";
import { Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { formatCents } from "#contract/money.ts";

type Props = {
	/** Null until a link is created. */
	link: string | null;
	email: string;
	/** What a link pays for: this order, and the unpaid orders that were placed with it. */
	totals: { orderCount: number; totalCents: number };
};

/** For staff: creates a link that lets the customer pay without an account. */
export function PaymentLink({ link, email, totals }: Props) {
	const busy = useNavigation().state !== "idle";
	const hasSeveralOrders = totals.orderCount > 1;
	const buttons = (
		<PostForm preventScrollReset className="flex flex-wrap gap-3">
			<Button type="submit" name="task" value="emailLink" busy={busy}>
				Email a payment link
			</Button>
			<Button type="submit" name="task" value="copyLink">
				{link ? "Create another link" : "Copy a payment link"}
			</Button>
		</PostForm>
	);
	return (
		<Section
			id="payment-link"
			title="Payment link"
			className="grid max-w-text gap-3 border-t border-base-300 pt-6 print:hidden"
		>
			<p>
				The customer can pay{" "}
				{hasSeveralOrders
					? `for all ${totals.orderCount} unpaid orders that were placed together (${formatCents(totals.totalCents)} in one payment)`
					: "for this order"}{" "}
				without an account. The email goes to <WrappableText text={email} />.
			</p>
			{link === null ? (
				buttons
			) : (
				<CopyLink
					key={link}
					label="Payment link"
					hint={`Anyone who has it can pay for ${hasSeveralOrders ? `these ${totals.orderCount} orders` : "this order"}. It is shown only once.`}
					link={link}
					autoFocus
				>
					{buttons}
				</CopyLink>
			)}
		</Section>
	);
}
