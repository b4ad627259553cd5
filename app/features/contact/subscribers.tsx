import { readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableAction } from "#app/ui/table/table-action.ts";
import { noFilters, tableLoader } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { confirmation, success } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { subscribeSchema } from "#contract/schemas/contact.ts";
import {
	getSubscribersPage,
	removeSubscriber,
	type Subscriber,
} from "#worker/shop/contact/newsletter.ts";
import type { Route } from "./+types/subscribers.ts";

export const meta: Route.MetaFunction = () => pageMeta("Newsletter");

export const loader = tableLoader(noFilters, getSubscribersPage);

export const action = tableAction(async (shop, form) => {
	await removeSubscriber(shop, readForm(form, subscribeSchema).email);
	return success.subscriberRemoved;
});

const table: Table<Subscriber> = {
	title: "Newsletter",
	caption: "Subscribers",
	noun: "subscriber",
	icon: "mail",
	search: "Email starts with",
	columns: [
		{
			header: "Email",
			mobileSlot: "title",
			wide: true,
			cell: ({ email }) => <WrappableText text={email} />,
		},
		{ header: "Subscribed", cell: ({ confirmedAt }) => <LocalTime at={confirmedAt} /> },
		{
			header: "Actions",
			kind: "actions",
			cell: ({ email }) => (
				<ConfirmButton label="Remove" question={confirmation.removeSubscriber} fields={{ email }}>
					<p>
						<WrappableText text={email} />
					</p>
				</ConfirmButton>
			),
		},
	],
	empty: { message: "No one has subscribed to the newsletter yet." },
};

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
	const { count } = loaderData;
	const lead =
		count > 0 &&
		`${formatCount(count, "subscriber")} confirmed. The CSV file has each subscriber's unsubscribe link, which every email to them must include.`;
	return (
		<DashboardTable
			table={{ ...table, lead }}
			data={loaderData}
			errors={actionData}
			actions={<AnchorButton href="/subscriptions.csv">Export as CSV</AnchorButton>}
		/>
	);
}
