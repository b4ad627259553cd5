import { Form, redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { reviewActions } from "#app/components/dashboard/bulk/bulk-actions.ts";
import { ChoiceField } from "#app/components/dashboard/choice-field.tsx";
import { LastRefusal } from "#app/components/dashboard/last-refusal.tsx";
import { PagedTable } from "#app/components/dashboard/paged-table.tsx";
import { TableSearch } from "#app/components/dashboard/table-search.tsx";
import { Page } from "#app/components/page.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Breakable } from "#app/components/ui/breakable.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import type { Column } from "#app/components/ui/data-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import type { BulkDeed } from "#contract/bulk.ts";
import { confirmation, success } from "#contract/messages.ts";
import { hideReview, showReview } from "#worker/shop/reviews/hide.ts";
import { getReviewsPage, type Review, reviewStates } from "#worker/shop/reviews/read.ts";
import { deleteReview } from "#worker/shop/reviews/remove.ts";
import type { Route } from "./+types/manage-review.ts";
import { answerBulk, isBulk } from "./bulk.ts";
import { reviewTask } from "./chosen.ts";
import { readChoice, readTableQuery } from "./table-query.ts";

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
	orRefused(async () => {
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
	{ header: "Email", roomy: true, cell: ({ email }) => <Breakable text={email ?? ""} /> },
	{ header: "Review", leads: "state", cell: (review) => <Beginning {...review} /> },
	{ header: "Rating", kind: "number", leads: "sum", cell: ({ ratings }) => ratings },
	{ header: "Actions", kind: "actions", cell: (review) => <Tasks {...review} /> },
];

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

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
