import * as v from "valibot";
import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { BulkButton } from "#app/ui/table/bulk-bar.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { errors } from "#contract/errors.ts";
import { textLength } from "#contract/limits.ts";
import { confirmation, success } from "#contract/messages.ts";
import { text } from "#contract/schemas/fields.ts";
import { deleteReview, hideReview, showReview } from "#worker/shop/reviews/moderate.ts";
import { getReviewsPage, type ReviewRow } from "#worker/shop/reviews/read.ts";
import type { Route } from "./+types/manage-review.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Review");

const filters = {
	state: {
		label: "Visibility",
		choices: { shown: "Shown to everyone", hidden: "Hidden" },
		noFilterLabel: "All",
	},
} as const;

export const loader = tableLoader(filters, getReviewsPage);

const bulkActions: BulkButton[] = [
	{
		action: "hideReview",
		label: "Hide selected",
		question: confirmation.hideReviews,
		variant: "plain",
	},
	{
		action: "showReview",
		label: "Show selected",
		question: confirmation.showReviews,
		variant: "plain",
	},
	{ action: "deleteReview", label: "Delete selected", question: confirmation.remove },
];

const rowTasks = {
	hide: { run: hideReview, success: success.reviewHidden },
	show: { run: showReview, success: success.reviewShown },
	remove: { run: deleteReview, success: success.reviewDeleted },
};

const taskSchema = v.object({
	review: text(errors.validation_failed.message, textLength.id),
	task: v.picklist(["hide", "show", "remove"], errors.validation_failed.message),
});

export const action = tableAction(async (shop, form) => {
	const { review, task } = readForm(form, taskSchema);
	await rowTasks[task].run(shop, review);
	return rowTasks[task].success;
}, bulkActions);

const RowButtons = ({ id, hidden, name, review }: ReviewRow) => (
	<>
		<PostForm preventScrollReset className="contents">
			<input type="hidden" name="review" value={id} />
			<Button type="submit" size="sm" name="task" value={hidden ? "show" : "hide"}>
				{hidden ? "Show" : "Hide"}
				<span className="sr-only"> the review by {name}</span>
			</Button>
		</PostForm>
		<ConfirmButton
			label="Delete"
			question={confirmation.remove}
			fields={{ task: "remove", review: id }}
		>
			<p>
				{name}: {review}
			</p>
		</ConfirmButton>
	</>
);

function ReviewedTool({ productId, toolName, isToolDeleted }: ReviewRow) {
	if (productId === null || toolName === null) return "The shop";
	const name = keepUnitsTogether(toolName);
	if (isToolDeleted) return <>{name} (no longer sold)</>;
	return (
		<a href={`/tools/${productId}`} className="link">
			{name}
		</a>
	);
}

const ReviewExcerpt = ({ review, hidden }: ReviewRow) => (
	<div>
		<p className="line-clamp-3 text-start" title={review}>
			{review}
		</p>
		{hidden && <Badge>hidden</Badge>}
	</div>
);

const table: Table<ReviewRow> = {
	title: "Manage Review",
	caption: "Reviews",
	noun: "review",
	icon: "message-square",
	search: "Email starts with",
	filters,
	columns: [
		{
			header: "Name",
			mobileSlot: "title",
			cell: ({ name }) => <div className="min-w-17">{name}</div>,
		},
		{ header: "Email", wide: true, cell: ({ email }) => <WrappableText text={email ?? ""} /> },
		{
			header: "Tool",
			wide: true,
			cell: (review) => (
				<div>
					<ReviewedTool {...review} />
					<div className="text-sm text-muted">
						<LocalDay at={review.createdAt} />
						{review.verified && ", verified purchase"}
					</div>
				</div>
			),
		},
		{
			header: "Review",
			mobileSlot: "state",
			fill: true,
			cell: (review) => <ReviewExcerpt {...review} />,
		},
		{
			header: "Rating",
			kind: "number",
			mobileSlot: "aside",
			cell: ({ ratings }) => (
				<span className="line max-w-24" title={ratings}>
					{ratings}
				</span>
			),
		},
		{ header: "Actions", kind: "actions", cell: (review) => <RowButtons {...review} /> },
	],
	bulk: { getName: ({ name }) => `the review by ${name}`, actions: bulkActions },
	empty: { message: "There are no reviews." },
};

export default function ManageReview({ loaderData, actionData }: Route.ComponentProps) {
	return <DashboardTable table={table} data={loaderData} errors={actionData} />;
}
