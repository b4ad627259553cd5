import { StockLabel } from "#app/features/catalogue/price-and-stock.tsx";
import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatDay } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { orderStateLabels, orderStateNames } from "#contract/order-states.ts";
import type { Overview } from "#worker/shop/overview/read.ts";
import { Panel } from "./panel.tsx";

const linked = (to: string, text: string) => (
	<PathLink to={to} className="link">
		{text}
	</PathLink>
);

type Props = Pick<Overview, "states" | "scarce" | "bestSellers" | "latestReviews">;

export function OverviewPanels({ states, scarce, bestSellers, latestReviews }: Props) {
	return (
		<div className="grid gap-4 lg:grid-cols-2">
			<Panel
				title="Orders"
				empty="Nobody has ordered anything yet."
				rows={states.size > 0 ? orderStateNames : []}
				toItem={(state) => ({
					key: state,
					name: linked(`/dashbord/manageAllorders?state=${state}`, orderStateLabels[state]),
					value: <strong className="num">{formatWhole(states.get(state) ?? 0)}</strong>,
				})}
			/>
			<Panel
				title="Low stock"
				empty="Every tool has enough stock for two more orders."
				rows={scarce}
				toItem={({ id, name, ...stock }) => ({
					key: id,
					name: linked(`/dashbord/updateproducts/${id}`, keepUnitsTogether(name)),
					value: <StockLabel {...stock} />,
				})}
			/>
			<Panel
				title="Best sellers"
				aside="of all time"
				empty="Best sellers appear after your first paid order."
				ordered
				rows={bestSellers}
				toItem={({ id, name, pieces, revenueCents, deletedAt }) => ({
					key: id,
					name: (
						<>
							{keepUnitsTogether(name)}
							{deletedAt && <span className="text-muted"> (no longer sold)</span>}
						</>
					),
					value: (
						<span className="num text-end">
							<strong>{formatWhole(pieces)}</strong> pieces
							<span className="block text-sm text-muted">{formatCents(revenueCents)}</span>
						</span>
					),
				})}
			/>
			<Panel
				title="Latest reviews"
				aside={latestReviews.length > 0 && linked("/dashbord/manageReview", "All reviews")}
				empty="No one has written a review yet."
				rows={latestReviews}
				toItem={({ id, name, ratings, review, createdAt }) => ({
					key: id,
					name: <p className="line-clamp-2">{review}</p>,
					note: `${name}, ${formatDay(createdAt)}`,
					value: (
						<span className="num">
							<span className="sr-only">Rating </span>
							<strong>{ratings}</strong>
						</span>
					),
				})}
			/>
		</div>
	);
}
