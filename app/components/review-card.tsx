import type { ReactNode } from "react";
import { formatDay } from "#contract/dates.ts";
import { Avatar } from "./ui/avatar.tsx";
import { Badge } from "./ui/badge.tsx";
import { Icon } from "./ui/icon.tsx";
import { unbroken } from "./ui/unbroken.ts";

/** A review as everybody sees it; `ratings` is text and shown as it is. */
export type ReviewSummary = {
	id: string;
	review: string;
	ratings: string;
	name: string;
	img: string;
	verified: boolean;
};

type Props = {
	review: ReviewSummary;
	/** When it was written. */
	written?: Date;
	/** Under the text. */
	children?: ReactNode;
};

/** Who wrote it, how many stars they gave, and what they say. */
export function ReviewCard({ review, written, children }: Props) {
	const { name, img, ratings, verified } = review;
	return (
		<li className="flex flex-col gap-4 rounded-md border border-base-300 p-5">
			<div className="flex items-center gap-3">
				<Avatar src={img} name={name} />
				<div className="min-w-0 grow">
					<strong className="font-semibold">{name}</strong>
					{written && (
						<p className="text-sm text-muted">
							<time dateTime={written.toISOString().slice(0, 10)}>{formatDay(written)}</time>
						</p>
					)}
				</div>
				<span className="num flex items-center gap-1 font-semibold">
					<span className="sr-only">Rating</span>
					<span className="text-accent">
						<Icon name="star" size={18} />
					</span>
					{ratings}
				</span>
			</div>
			<p className="max-w-text">{unbroken(review.review)}</p>
			{verified && (
				<p>
					<Badge tone="success">Verified purchase</Badge>
				</p>
			)}
			{children}
		</li>
	);
}
