import { useCan } from "#app/root-data.ts";
import { Badge } from "#app/ui/feedback.tsx";
import type { Column } from "#app/ui/table/data-table.tsx";
import { formatDay } from "#contract/dates.ts";
import { lastFullDayBefore } from "#contract/days.ts";
import { formatCents } from "#contract/money.ts";
import { type QuoteState, quoteStateLabels } from "#contract/quote-states.ts";
import type { QuoteRow } from "#worker/shop/quotes/read.ts";

const tones: Partial<Record<QuoteState, "success" | "error">> = {
	accepted: "success",
	expired: "error",
};

/** Highlights the quotes that are waiting for the reader: for staff the requests, for customers the offers. */
export function QuoteBadge({ state }: { state: QuoteState }) {
	const waitingState = useCan()("quotes:answer") ? "new" : "answered";
	const tone = state === waitingState ? "accent" : (tones[state] ?? "plain");
	return <Badge tone={tone}>{quoteStateLabels[state]}</Badge>;
}

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
