import { useNavigation } from "react-router";
import { Avatar } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { unbroken } from "../ui/unbroken.ts";
import { Section } from "./section.tsx";
import type { ReviewSummary } from "./types.ts";

function ReviewCard({ review: { name, img, review, ratings } }: { review: ReviewSummary }) {
	return (
		<li className="flex flex-col gap-4 rounded-md border border-base-300 p-5">
			<div className="flex items-center gap-3">
				<Avatar src={img} name={name} />
				<strong className="min-w-0 grow font-semibold">{name}</strong>
				<span className="num flex items-center gap-1 font-semibold">
					<span className="sr-only">Rating</span>
					<span className="text-accent">
						<Icon name="star" size={18} />
					</span>
					{ratings}
				</span>
			</div>
			<p>{unbroken(review)}</p>
		</li>
	);
}

/** The newest reviews first, as the loader gives them; a spinner while it is asked (specification.md §2). */
export function ReviewsSection({ reviews }: { reviews: ReviewSummary[] }) {
	const { location } = useNavigation();
	const isLoading = location?.pathname === "/";
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
						<ReviewCard key={review.id} review={review} />
					))}
				</ul>
			)}
		</Section>
	);
}
