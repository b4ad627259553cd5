import { useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { EmptyState } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import {
	formatAverage,
	type RatingCounts,
	starValues,
	summarizeRatings,
} from "#contract/ratings.ts";
import type { ProductPage } from "#worker/shop/catalogue/home-and-product-pages.ts";
import { ReviewCard } from "./review-card.tsx";

export function RatingLine({ ratings }: { ratings: RatingCounts }) {
	const summary = summarizeRatings(ratings);
	if (!summary) return null;
	return (
		<a href="#reviews" className="num flex items-center gap-1 justify-self-start">
			<span className="text-accent">
				<Icon name="star" size={18} />
			</span>
			<strong className="font-semibold">{formatAverage(summary.average)}</strong>
			<span className="link">{formatCount(summary.count, "rating")}</span>
		</a>
	);
}

function RatingSummary({ ratings }: { ratings: RatingCounts }) {
	const summary = summarizeRatings(ratings);
	if (!summary) return null;
	const { count, average, counts } = summary;
	return (
		<div className="grid content-start gap-4">
			<p className="num">
				<strong className="font-condensed text-4xl">{formatAverage(average)}</strong> of 5
				<span className="block text-sm text-muted">{`from ${formatCount(count, "rating")}`}</span>
			</p>
			<ul className="num grid gap-2 text-sm">
				{starValues.map((stars) => (
					<li key={stars} className="grid grid-cols-[1ch_1fr_minmax(3ch,auto)] items-center gap-3">
						<span>
							{stars} <span className="sr-only">{stars === 1 ? "star:" : "stars:"}</span>
						</span>
						<svg
							aria-hidden
							className="h-2 w-full rounded-sm bg-base-200 fill-primary"
							viewBox="0 0 100 8"
							preserveAspectRatio="none"
						>
							<rect width={(100 * (counts[stars] ?? 0)) / count} height="8" />
						</svg>
						<span className="text-end">{formatInteger(counts[stars] ?? 0)}</span>
					</li>
				))}
			</ul>
		</div>
	);
}

type Props = Pick<ProductPage, "product" | "reviews" | "hasMore"> & { page: number };

const reviewsPath = (id: string, page: number) =>
	`/tools/${id}${page === 0 ? "" : `?page=${page}`}#reviews`;

function ReviewPager({ product: { id }, page, hasMore }: Omit<Props, "reviews">) {
	if (page === 0 && !hasMore) return null;
	return (
		<nav aria-label="Pages of reviews" className="pager">
			{page > 0 && <a href={reviewsPath(id, page - 1)}>Newer reviews</a>}
			{hasMore && <a href={reviewsPath(id, page + 1)}>Older reviews</a>}
		</nav>
	);
}

export function ProductReviews({ product, reviews, page, hasMore }: Props) {
	const account = useRouteLoaderData<RootData>("root")?.account;
	const canReview = !account || account.capabilities.includes("reviews:write");
	return (
		<section
			id="reviews"
			aria-labelledby="reviews-title"
			className="grid gap-6 border-t-3 border-base-content pt-3 lg:grid-cols-1 lg:gap-x-12 lg:has-[>:nth-child(3)]:grid-cols-[17rem_minmax(0,1fr)]"
		>
			<header className="col-span-full flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
				<h2 id="reviews-title">Reviews</h2>
				{canReview && (
					<a href={`/dashbord/addreview?tool=${product.id}`} className="link print:hidden">
						Write a review
					</a>
				)}
			</header>
			<RatingSummary ratings={product.ratings} />
			<div className="grid content-start gap-4">
				{reviews.length === 0 ? (
					<EmptyState
						icon="message-square"
						sentence={
							page === 0 ? "No one has reviewed this tool yet." : "There are no more reviews."
						}
					/>
				) : (
					<ul className="grid gap-4">
						{reviews.map((review) => (
							<ReviewCard key={review.id} review={review} writtenAt={review.createdAt} />
						))}
					</ul>
				)}
				<ReviewPager product={product} page={page} hasMore={hasMore} />
			</div>
		</section>
	);
}
