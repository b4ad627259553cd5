import { Badge } from "#app/ui/feedback.tsx";
import { formatDay } from "#contract/dates.ts";
import { lastFullDayBefore } from "#contract/days.ts";
import { type QuoteState, quoteStateLabels } from "#contract/quote-states.ts";

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
