import { Badge } from "#app/ui/feedback.tsx";
import type { Column } from "#app/ui/table/data-table.tsx";
import { formatDay } from "#contract/dates.ts";
import { lastFullDayBefore } from "#contract/days.ts";
import { formatCents } from "#contract/money.ts";
import { type QuoteState, quoteStateLabels } from "#contract/quote-states.ts";
import type { QuoteRow } from "#worker/shop/quotes/read.ts";

const tones = {
	new: "plain",
	answered: "accent",
	accepted: "success",
	declined: "plain",
	withdrawn: "plain",
	expired: "error",
} as const;

export const QuoteBadge = ({ state }: { state: QuoteState }) => (
	<Badge tone={tones[state]}>{quoteStateLabels[state]}</Badge>
);

/** Formats the last day on which a quote is valid. */
export const formatLastValidDay = (expiresAt: Date): string =>
	formatDay(lastFullDayBefore(expiresAt));

/** The last columns of both quote tables. */
export const offerColumns: Column<QuoteRow>[] = [
	{
		header: "Total",
		kind: "number",
		mobileSlot: "aside",
		cell: ({ lineCount, totalCents }) => (lineCount > 0 ? formatCents(totalCents) : "–"),
	},
	{
		header: "Valid until",
		cell: ({ expiresAt }) => (
			<span className="whitespace-nowrap">{expiresAt ? formatLastValidDay(expiresAt) : "–"}</span>
		),
	},
	{ header: "Status", mobileSlot: "state", cell: ({ state }) => <QuoteBadge state={state} /> },
];
