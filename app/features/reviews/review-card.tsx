import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { formatDay } from "#contract/dates.ts";
import { parseStars } from "#contract/ratings.ts";
import type { Review } from "#worker/shop/reviews/read.ts";

const Avatar = ({ src, name }: { src: string; name: string }) =>
	src ? (
		<img
			src={src}
			alt=""
			width={48}
			height={48}
			loading="lazy"
			className="size-12 shrink-0 rounded-full bg-studio object-cover"
		/>
	) : (
		<span
			aria-hidden
			className="grid size-12 shrink-0 place-items-center rounded-full bg-base-200 font-semibold"
		>
			{name.trim().charAt(0).toUpperCase() || "?"}
		</span>
	);

type Props = {
	review: Pick<Review, "review" | "ratings" | "name" | "img" | "verified">;
	writtenAt?: Date;
	children?: ReactNode;
};

export function ReviewCard({ review, writtenAt, children }: Props) {
	const { name, img, ratings, verified } = review;
	return (
		<li className="flex flex-col gap-4 rounded-md border border-base-300 p-5">
			<div className="flex items-center gap-3">
				<Avatar src={img} name={name} />
				<div className="min-w-0 grow">
					<strong className="font-semibold">{name}</strong>
					<p className="flex flex-wrap gap-x-3 text-sm text-muted">
						{writtenAt && (
							<time dateTime={writtenAt.toISOString().slice(0, 10)}>{formatDay(writtenAt)}</time>
						)}
						{verified && (
							<span className="flex items-center gap-1 font-semibold text-success">
								<Icon name="circle-check" size={16} />
								Verified purchase
							</span>
						)}
					</p>
				</div>
				<span className="num flex max-w-1/3 shrink-0 items-center gap-1 font-semibold">
					<span className="sr-only">Rating</span>
					{parseStars(ratings) !== null && (
						<span className="text-accent">
							<Icon name="star" size={18} />
						</span>
					)}
					{ratings}
				</span>
			</div>
			<p className="max-w-text whitespace-pre-line">{keepUnitsTogether(review.review)}</p>
			{children}
		</li>
	);
}
