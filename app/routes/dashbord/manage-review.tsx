import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { LastRefusal } from "#app/components/dashboard/last-refusal.tsx";
import { PagedTable } from "#app/components/dashboard/paged-table.tsx";
import { TableSearch } from "#app/components/dashboard/table-search.tsx";
import { Page } from "#app/components/page.tsx";
import { Breakable } from "#app/components/ui/breakable.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import type { Column } from "#app/components/ui/data-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { keepForm } from "#app/keep-form.ts";
import { pageMeta } from "#app/page-meta.ts";
import { confirmation, success } from "#contract/messages.ts";
import { getReviewsPage, type Review } from "#worker/shop/reviews/read.ts";
import { deleteReview } from "#worker/shop/reviews/remove.ts";
import type { Route } from "./+types/manage-review.ts";
import { chosenReview } from "./chosen.ts";
import { readTableQuery } from "./table-query.ts";

export const meta: Route.MetaFunction = () => pageMeta("Manage Review");

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page, search } = readTableQuery(url);
	return { ...(await getReviewsPage(context.get(shopContext), { page, search })), page, search };
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { review } = await readForm(request, chosenReview);
		await deleteReview(shop, review);
		shop.visitor.flash({ kind: "success", text: success.reviewDeleted });
		return redirect(url.pathname + url.search, 303);
	});

const Remove = ({ id, name, review }: Review) => (
	<ConfirmButton label="Delete" question={confirmation.remove} fields={{ review: id }}>
		<p>
			{name}: {review}
		</p>
	</ConfirmButton>
);

/** The whole review is in the question before it is deleted. */
const Beginning = ({ of }: { of: string }) => (
	<div>
		<p className="line-clamp-3 text-start">{of}</p>
	</div>
);

const columns: Column<Review>[] = [
	{ header: "Name", roomy: true, cell: ({ name }) => name },
	{ header: "Email", roomy: true, cell: ({ email }) => <Breakable text={email ?? ""} /> },
	{ header: "Review", cell: ({ review }) => <Beginning of={review} /> },
	{ header: "Rating", kind: "number", cell: ({ ratings }) => ratings },
	{ header: "Actions", kind: "actions", cell: (review) => <Remove {...review} /> },
];

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args);

export default function ManageReview({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	return (
		<Page title="Manage Review" nested>
			<LastRefusal refused={actionData} />
			<TableSearch label="Email starts with" search={loaderData.search} />
			<PagedTable
				caption="Reviews"
				of="reviews"
				searched="email"
				icon="message-square"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
			>
				<EmptyState icon="message-square" sentence="There are no reviews." />
			</PagedTable>
		</Page>
	);
}
