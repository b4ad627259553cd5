import { NothingYet, Panel } from "#app/ui/panel.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatDay } from "#contract/dates.ts";
import type { Overview } from "#worker/shop/overview/read.ts";

const toAll = (
	<PathLink to="/dashbord/manageReview" className="link text-sm">
		All reviews
	</PathLink>
);

/** What buyers said last. */
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
