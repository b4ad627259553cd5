import { useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { EmptyState } from "#app/ui/feedback.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import type { ProductPage } from "#worker/shop/catalogue/pages.ts";
import { RatingSummary } from "./rating-summary.tsx";
import { ReviewCard } from "./review-card.tsx";

type Props = Pick<ProductPage, "product" | "reviews" | "more"> & {
	page: number;
};

const addressOf = (id: string, page: number) =>
	`/tools/${id}${page === 0 ? "" : `?page=${page}`}#reviews`;

/** The reviews before and after: on the product's own page, also where they are shown on another. */
function ReviewPager({ product: { id }, page, more }: Omit<Props, "reviews">) {
	if (page === 0 && !more) return null;
	return (
		<nav aria-label="Pages of reviews" className="pager">
			{page > 0 && <PathLink to={addressOf(id, page - 1)}>Newer reviews</PathLink>}
			{more && <PathLink to={addressOf(id, page + 1)}>Older reviews</PathLink>}
		</nav>
	);
}

export function ProductReviews({ product, reviews, page, more }: Props) {
	const account = useRouteLoaderData<RootData>("root")?.account;
	const canReview = !account || account.capabilities.includes("reviews:write");
	return (
		<section id="reviews" aria-labelledby="reviews-title" className="product-reviews">
			<header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
				<h2 id="reviews-title">Reviews</h2>
				{canReview && (
					<PathLink to={`/dashbord/addreview?tool=${product.id}`} className="link">
						Write a review
					</PathLink>
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
							<ReviewCard key={review.id} review={review} written={review.createdAt} />
						))}
					</ul>
				)}
				<ReviewPager product={product} page={page} more={more} />
			</div>
		</section>
	);
}
