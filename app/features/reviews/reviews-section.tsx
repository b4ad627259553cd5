import { useNavigation } from "react-router";
import { Section } from "#app/features/catalogue/home/sections.tsx";
import { EmptyState, Spinner } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.ts";
import { PathLink } from "#app/ui/path-link.tsx";
import type { getHome } from "#worker/shop/catalogue/pages.ts";
import { ReviewCard } from "./review-card.tsx";

type HomeReview = Awaited<ReturnType<typeof getHome>>["reviews"][number];

export function ReviewsSection({ reviews }: { reviews: HomeReview[] }) {
	const isLoading = useNavigation().location?.pathname === "/";
	return (
		<Section
			id="reviews"
			title="All Review"
			note={isLoading && <Spinner label="Loading reviews" />}
		>
			{reviews.length === 0 ? (
				<EmptyState icon="message-square" sentence="No one has written a review yet." />
			) : (
				<ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
					{reviews.map((review) => (
						<ReviewCard key={review.id} review={review}>
							{review.toolName && (
								<p className="mt-auto text-sm">
									<PathLink to={`/tools/${review.productId}`} className="link">
										{keepUnitsTogether(review.toolName)}
									</PathLink>
								</p>
							)}
						</ReviewCard>
					))}
				</ul>
			)}
		</Section>
	);
}
