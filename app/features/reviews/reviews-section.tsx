import { HomeSection } from "#app/features/catalogue/home/home-sections.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import type { getHome } from "#worker/shop/catalogue/home-and-product-pages.ts";
import { ReviewCard } from "./review-card.tsx";

type HomeReview = Awaited<ReturnType<typeof getHome>>["reviews"][number];

export const ReviewsSection = ({ reviews }: { reviews: HomeReview[] }) => (
	<HomeSection id="reviews" title="All Review">
		<div data-live="reviews">
			{reviews.length === 0 ? (
				<EmptyState icon="message-square" sentence="No one has written a review yet." />
			) : (
				<ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
					{reviews.map((review) => (
						<ReviewCard key={review.id} review={review}>
							{review.toolName && (
								<p className="mt-auto text-sm">
									<a href={`/tools/${review.productId}`} className="link">
										{keepUnitsTogether(review.toolName)}
									</a>
								</p>
							)}
						</ReviewCard>
					))}
				</ul>
			)}
		</div>
	</HomeSection>
);
