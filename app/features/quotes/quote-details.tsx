import { PricedLines, SumRow } from "#app/features/orders/priced-lines.tsx";
import { DetailList } from "#app/ui/detail-list.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { formatDay } from "#contract/dates.ts";
import type { Quote } from "#worker/shop/quotes/read.ts";

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

/** Shows what the customer asked for. */
export const RequestDetails = ({ quote }: PartProps) => (
	<DetailList
		rows={[
			["Requested", <LocalDay key="requested" at={quote.createdAt} />],
			["Company", quote.company],
			["Phone", quote.phone],
			["Needed by", quote.neededBy && formatIsoDay(quote.neededBy)],
			["Tools", quote.tools],
			["Message", quote.message],
		]}
	/>
);
