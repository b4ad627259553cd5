import { Link } from "react-router";
import { pageMeta } from "#app/lib/page-meta.ts";
import { LocalDay } from "#app/ui/local-time.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { noFilters, tableLoader } from "#app/ui/table/table-query.ts";
import { ownQuotePath, quoteNumber, requestQuotePath } from "#contract/shop.ts";
import { getOwnQuotesPage, type QuoteRow } from "#worker/shop/quotes/read.ts";
import type { Route } from "./+types/my-quotes.ts";
import { offerColumns } from "./quote-badge.tsx";

export const meta: Route.MetaFunction = () => pageMeta("My Quotes");

export const loader = tableLoader(noFilters, (shop, { page }) => getOwnQuotesPage(shop, page));

const table: Table<QuoteRow> = {
	title: "My Quotes",
	caption: "My Quotes",
	noun: "quote",
	icon: "file-text",
	columns: [
		{
			header: "Number",
			mobileSlot: "title",
			cell: ({ id }) => (
				<Link to={ownQuotePath(id)} className="link whitespace-nowrap">
					{quoteNumber(id)}
				</Link>
			),
		},
		{
			header: "Requested",
			cell: ({ createdAt }) => (
				<span className="whitespace-nowrap">
					<LocalDay at={createdAt} />
				</span>
			),
		},
		{ header: "Tools", kind: "number", cell: ({ lineCount }) => lineCount || "–" },
		...offerColumns,
	],
	empty: {
		message: "You haven't requested a quote yet. Ask us for prices for large quantities.",
		link: { to: requestQuotePath, label: "Request a quote" },
	},
};

export default function MyQuotes({ loaderData }: Route.ComponentProps) {
	return (
		<DashboardTable
			table={table}
			data={loaderData}
			actions={
				loaderData.rows.length > 0 && (
					<RouterLinkButton to={requestQuotePath}>Request a quote</RouterLinkButton>
				)
			}
		/>
	);
}
