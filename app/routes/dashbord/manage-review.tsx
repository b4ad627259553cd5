import { redirect } from "react-router";
import { orRefused, readForm } from "#app/answer.ts";
import { Page } from "#app/components/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ConfirmButton } from "#app/components/ui/confirm-button.tsx";
import { type Column, DataTable } from "#app/components/ui/data-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { shopContext } from "#app/context.ts";
import { useLive } from "#app/islands/live.tsx";
import { confirmation, success } from "#contract/messages.ts";
import { getReviews, type Review } from "#worker/shop/reviews/read.ts";
import { deleteReview } from "#worker/shop/reviews/remove.ts";
import type { Route } from "./+types/manage-review.ts";
import { chosenReview } from "./chosen.ts";

export const meta: Route.MetaFunction = () => [{ title: "Manage Review – Torque Tool Depot" }];

export async function loader({ context }: Route.LoaderArgs) {
	const reviews = await getReviews(context.get(shopContext));
	return { reviews: reviews.reverse() };
}

export const action = ({ request, context }: Route.ActionArgs) =>
	orRefused(async () => {
		const shop = context.get(shopContext);
		const { review } = await readForm(request, chosenReview);
		await deleteReview(shop, review);
		shop.visitor.flash({ kind: "success", text: success.reviewDeleted });
		return redirect("/dashbord/manageReview", 303);
	});

const Remove = ({ id, name, review }: Review) => (
	<ConfirmButton label="Delete" question={confirmation.remove} fields={{ review: id }}>
		<p>
			{name}: {review}
		</p>
	</ConfirmButton>
);

const columns: Column<Review>[] = [
	{ header: "Name", cell: ({ name }) => name },
	{ header: "Email", cell: ({ email }) => email },
	{ header: "Actions", kind: "actions", cell: (review) => <Remove {...review} /> },
];

export default function ManageReview({ loaderData, actionData }: Route.ComponentProps) {
	useLive();
	const { reviews } = loaderData;
	return (
		<Page title="Manage Review" nested>
			{actionData && <Alert tone="error">{actionData.message}</Alert>}
			{reviews.length > 0 ? (
				<DataTable caption="Reviews" columns={columns} rows={reviews} rowKey={({ id }) => id} />
			) : (
				<EmptyState icon="message-square" sentence="There are no reviews." />
			)}
		</Page>
	);
}
