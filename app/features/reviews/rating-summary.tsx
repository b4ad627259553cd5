import { Icon } from "#app/ui/icon.tsx";
import { counted, formatWhole } from "#contract/numbers.ts";
import { formatAverage, type Ratings, starSteps, summarizeRatings } from "#contract/ratings.ts";

export function RatingLine({ ratings }: { ratings: Ratings }) {
	const summary = summarizeRatings(ratings);
	if (!summary) return null;
	return (
		<a href="#reviews" className="num flex items-center gap-1 justify-self-start">
			<span className="text-accent">
				<Icon name="star" size={18} />
			</span>
			<strong className="font-semibold">{formatAverage(summary.average)}</strong>
			<span className="link">{counted(summary.count, "rating")}</span>
		</a>
	);
}

const Bar = ({ part }: { part: number }) => (
	<svg
		aria-hidden
		className="h-2 w-full rounded-sm bg-base-200 fill-primary"
		viewBox="0 0 100 8"
		preserveAspectRatio="none"
	>
		<rect width={100 * part} height="8" />
	</svg>
);

export function RatingSummary({ ratings }: { ratings: Ratings }) {
	const summary = summarizeRatings(ratings);
	if (!summary) return null;
	const { count, average } = summary;
	return (
		<div className="grid content-start gap-4">
			<p className="num">
				<strong className="rating-average">{formatAverage(average)}</strong> of 5
				<span className="block text-sm text-muted">{`from ${counted(count, "rating")}`}</span>
			</p>
			<ul className="num grid gap-2 text-sm">
				{starSteps.map((stars) => (
					<li key={stars} className="grid grid-cols-[1ch_1fr_minmax(3ch,auto)] items-center gap-3">
						<span>
							{stars} <span className="sr-only">{stars === 1 ? "star:" : "stars:"}</span>
						</span>
						<Bar part={ratings[stars] / count} />
						<span className="text-end">{formatWhole(ratings[stars])}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
