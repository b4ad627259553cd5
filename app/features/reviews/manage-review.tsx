import { Form, redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { readForm, withFormErrors } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LastRefusal } from "#app/ui/last-refusal.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { answerBulk, isBulk } from "#app/ui/table/bulk.ts";
import { reviewActions } from "#app/ui/table/bulk-actions.ts";
import { reviewTask } from "#app/ui/table/chosen.ts";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { readChoice, readTableQuery } from "#app/ui/table/table-query.ts";
import { ChoiceField, TableSearch } from "#app/ui/table/table-search.tsx";
import type { BulkDeed } from "#contract/bulk.ts";
import { confirmation, success } from "#contract/messages.ts";
import { hideReview, showReview } from "#worker/shop/reviews/hide.ts";
import { getReviewsPage, type Review, reviewStates } from "#worker/shop/reviews/read.ts";
import { deleteReview } from "#worker/shop/reviews/remove.ts";
import type { Route } from "./+types/manage-review.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Review");

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page, search } = readTableQuery(url);
	const state = readChoice(url, "state", reviewStates);
	const found = await getReviewsPage(context.get(shopContext), { page, search, state });
	return { ...found, page, search, state };
}

const states = { shown: "Shown to everyone", hidden: "Hidden" };

const bulkDeeds: BulkDeed[] = ["hideReview", "showReview", "deleteReview"];

const tasks = {
	hide: { act: hideReview, done: success.reviewHidden },
	show: { act: showReview, done: success.reviewShown },
	remove: { act: deleteReview, done: success.reviewDeleted },
};

export const action = ({ request, context, url }: Route.ActionArgs) =>
	withFormErrors(async () => {
		const shop = context.get(shopContext);
		const form = await request.formData();
		if (isBulk(form)) return answerBulk(shop, form, bulkDeeds, url);
		const { review, task } = await readForm(form, reviewTask);
		const { act, done } = tasks[task];
		await act(shop, review);
		shop.visitor.flash({ kind: "success", text: done });
		return redirect(url.pathname + url.search, 303);
	});

const Remove = ({ id, name, review }: Review) => (
	<ConfirmButton
		label="Delete"
		question={confirmation.remove}
		fields={{ task: "remove", review: id }}
	>
		<p>
			{name}: {review}
		</p>
	</ConfirmButton>
);

const HideOrShow = ({ id, hidden, name }: Review) => (
	<Form method="post" preventScrollReset className="inline">
		<input type="hidden" name="review" value={id} />
		<Button type="submit" size="sm" name="task" value={hidden ? "show" : "hide"}>
			{hidden ? "Show" : "Hide"}
			<span className="sr-only"> the review of {name}</span>
		</Button>
	</Form>
);

const Tasks = (review: Review) => (
	<>
		<HideOrShow {...review} />
		<Remove {...review} />
	</>
);

/** The whole review is in the question before it is deleted. */
const Beginning = ({ review, hidden }: Review) => (
	<div>
		<p className="line-clamp-3 text-start">{review}</p>
		{hidden && <Badge>hidden</Badge>}
	</div>
);

const columns: Column<Review>[] = [
	{ header: "Name", leads: "title", roomy: true, cell: ({ name }) => name },
	{ header: "Email", roomy: true, cell: ({ email }) => <WrappableText text={email ?? ""} /> },
	{ header: "Review", leads: "state", cell: (review) => <Beginning {...review} /> },
	{ header: "Rating", kind: "number", leads: "sum", cell: ({ ratings }) => ratings },
	{ header: "Actions", kind: "actions", cell: (review) => <Tasks {...review} /> },
];

export { clientAction } from "#app/lib/client-action.ts";

export default function ManageReview({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { state } = loaderData;
	return (
		<Page title="Manage Review" nested>
			<LastRefusal refused={actionData} />
			<TableSearch label="Email starts with" search={loaderData.search} chosen={state !== null}>
				<ChoiceField label="Shown" name="state" choices={states} chosen={state} none="All" />
			</TableSearch>
			<PagedTable
				caption="Reviews"
				of="reviews"
				searched="email"
				icon="message-square"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
				bulk={{
					noun: "review",
					nameOf: ({ name }) => `the review of ${name}`,
					actions: reviewActions,
				}}
				chosen={state !== null}
			>
				<EmptyState icon="message-square" sentence="There are no reviews." />
			</PagedTable>
		</Page>
	);
}
