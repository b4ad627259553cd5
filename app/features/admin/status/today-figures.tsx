import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Status } from "#worker/shop/status/read.ts";
import { Figures } from "../overview/figures.tsx";

/** What the shop has done since midnight in UTC. */
export const TodayFigures = ({ today }: { today: Status["today"] }) => (
	<Figures
		className="grid-cols-2 xl:grid-cols-4"
		figures={[
			{
				label: "Orders placed today",
				value: formatWhole(today.placed),
				note: "without those deleted since",
			},
			{
				label: "Orders paid today",
				value: formatWhole(today.paid),
				note: formatCents(today.revenueCents),
			},
			{
				label: "Refunds today",
				value: formatWhole(today.refunds),
				note: "of payments that fitted no order",
			},
			{
				label: "Order mails sent today",
				value: formatWhole(today.mailsSent),
				note: "receipts and shipping notices",
			},
		]}
	/>
);
