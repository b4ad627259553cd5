import { PricedLines, SumRow } from "#app/features/orders/priced-lines.tsx";
import { DetailList } from "#app/ui/detail-list.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { dayEndedBy, formatDay } from "#contract/dates.ts";
import { type QuoteState, quoteStateLabels } from "#contract/quote-states.ts";
import type { Quote } from "#worker/shop/quotes/read.ts";

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

/** The last day on which a quote is valid. */
export const lastDayOf = (expiresAt: Date): string => formatDay(dayEndedBy(expiresAt));

/** "2026-12-31" → "Dec 31, 2026" */
const formatIsoDay = (day: string): string => formatDay(new Date(Date.parse(day)));

type PartProps = { quote: Quote };

export const QuoteLines = ({ quote: { lines, totalCents } }: PartProps) => (
	<PricedLines
		caption="Quoted tools"
		lines={lines.map(({ productId, name, partNumber, isPublished, pieces, unitPriceCents }) => ({
			key: productId,
			partNumber,
			pieces,
			priceCents: unitPriceCents,
			tool: isPublished ? (
				<a href={`/tools/${productId}`} className="link print:text-inherit print:no-underline">
					{keepUnitsTogether(name)}
				</a>
			) : (
				keepUnitsTogether(name)
			),
		}))}
	>
		<SumRow cents={totalCents}>Total</SumRow>
	</PricedLines>
);

/** What the customer asked for. */
export const RequestDetails = ({ quote }: PartProps) => (
	<DetailList
		rows={[
			["Requested", formatDay(quote.createdAt)],
			["Company", quote.company],
			["Phone", quote.phone],
			["Needed by", quote.neededBy && formatIsoDay(quote.neededBy)],
			["Tools", quote.tools],
			["Message", quote.message],
		]}
	/>
);
