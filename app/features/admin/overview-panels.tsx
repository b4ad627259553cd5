import { StockLabel } from "#app/features/catalogue/price-and-stock.tsx";
import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatDay } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { type OrderState, orderStateLabels, orderStateNames } from "#contract/order-states.ts";
import type { Overview } from "#worker/shop/overview/read.ts";
import { NothingYet, Panel } from "./panel.tsx";

export const BestSellers = ({ products }: { products: Overview["bestSellers"] }) => (
	<Panel title="Best sellers" aside={<span className="text-sm text-muted">of all time</span>}>
		{products.length === 0 ? (
			<NothingYet>Best sellers appear after your first paid order.</NothingYet>
		) : (
			<ol className="overview-list">
				{products.map(({ id, name, pieces, revenueCents, deletedAt }) => (
					<li key={id}>
						<span>
							{keepUnitsTogether(name)}
							{deletedAt && <span className="text-muted"> (no longer sold)</span>}
						</span>
						<span className="num text-end">
							<strong>{formatWhole(pieces)}</strong> pieces
							<span className="block text-sm text-muted">{formatCents(revenueCents)}</span>
						</span>
					</li>
				))}
			</ol>
		)}
	</Panel>
);

const toAll = (
	<PathLink to="/dashbord/manageReview" className="link text-sm">
		All reviews
	</PathLink>
);

export const LatestReviews = ({ reviews }: { reviews: Overview["latestReviews"] }) => (
	<Panel title="Latest reviews" aside={reviews.length > 0 && toAll}>
		{reviews.length === 0 ? (
			<NothingYet>No one has written a review yet.</NothingYet>
		) : (
			<ul className="overview-list">
				{reviews.map(({ id, name, ratings, review, createdAt }) => (
					<li key={id}>
						<div>
							<p className="line-clamp-2">{review}</p>
							<p className="text-sm text-muted">
								{name}, {formatDay(createdAt)}
							</p>
						</div>
						<span className="num">
							<span className="sr-only">Rating </span>
							<strong>{ratings}</strong>
						</span>
					</li>
				))}
			</ul>
		)}
	</Panel>
);

export function OrdersByState({ counts }: { counts: Record<OrderState, number> }) {
	const all = orderStateNames.reduce((sum, state) => sum + counts[state], 0);
	return (
		<Panel title="Orders">
			{all === 0 ? (
				<NothingYet>Nobody has ordered anything yet.</NothingYet>
			) : (
				<ul className="overview-list">
					{orderStateNames.map((state) => (
						<li key={state}>
							<PathLink to={`/dashbord/manageAllorders?state=${state}`} className="link">
								{orderStateLabels[state]}
							</PathLink>
							<strong className="num">{formatWhole(counts[state])}</strong>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
}

export const ScarceProducts = ({ products }: { products: Overview["scarce"] }) => (
	<Panel title="Low stock">
		{products.length === 0 ? (
			<NothingYet>Every tool has enough stock for two more orders.</NothingYet>
		) : (
			<ul className="overview-list">
				{products.map(({ id, name, ...stock }) => (
					<li key={id}>
						<PathLink to={`/dashbord/updateproducts/${id}`} className="link">
							{keepUnitsTogether(name)}
						</PathLink>
						<StockLabel {...stock} />
					</li>
				))}
			</ul>
		)}
	</Panel>
);
