import type { ReactNode } from "react";

type Props = {
	/** The accessible name of the summary. */
	label: string;
	summary: ReactNode;
	/** Whether the summary is below the payment on narrow screens. On wide ones, it is always beside it. */
	isSummaryLast: boolean;
	children: ReactNode;
};

/** Lays out a payment and the summary of what it pays for. */
export const PaymentLayout = ({ label, summary, isSummaryLast, children }: Props) => (
	<div className="grid max-w-md gap-6 lg:max-w-4xl lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:items-start lg:gap-16">
		<section
			aria-label={label}
			className={`grid gap-4 *:not-first:border-t *:not-first:border-base-300 *:not-first:pt-4 lg:col-2 lg:row-1 ${isSummaryLast ? "order-1" : ""}`}
		>
			{summary}
		</section>
		<div className="grid content-start gap-6 lg:[grid-area:1/1]">{children}</div>
	</div>
);

export const DeliverTo = ({ lines }: { lines: string[] }) => (
	<div>
		<h2 className="[letter-spacing:0] text-muted [font:inherit] [word-spacing:0]">Deliver to</h2>
		<address className="whitespace-pre-line not-italic">{lines.join("\n")}</address>
	</div>
);
