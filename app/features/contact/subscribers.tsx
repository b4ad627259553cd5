import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton } from "#app/ui/button.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Minute } from "#app/ui/minute.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { formatCount } from "#contract/numbers.ts";
import { getSubscribersPage, type Subscriber } from "#worker/shop/contact/newsletter.ts";
import type { Route } from "./+types/subscribers.ts";

export const meta: Route.MetaFunction = () => pageMeta("Newsletter");

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = readTableQuery(url, {});
	return { ...(await getSubscribersPage(context.get(shopContext), query)), query };
}

const table: Table<Subscriber> = {
	title: "Newsletter",
	caption: "Subscribers",
	noun: "subscriber",
	icon: "mail",
	search: "Email starts with",
	columns: [
		{
			header: "Email",
			cardSlot: "title",
			wide: true,
			cell: ({ email }) => <WrappableText text={email} />,
		},
		{ header: "Subscribed", cell: ({ confirmedAt }) => <Minute at={confirmedAt} /> },
	],
	empty: { sentence: "Nobody has subscribed to the newsletter yet." },
};

export default function Subscribers({ loaderData }: Route.ComponentProps) {
	const lead = `${formatCount(loaderData.count, "subscriber")} confirmed their address. Each email to them must have their link to unsubscribe, which the exported file has.`;
	return (
		<DashboardTable
			table={{ ...table, lead }}
			data={loaderData}
			actions={<AnchorButton href="/subscriptions.csv">Export CSV</AnchorButton>}
		/>
	);
}
