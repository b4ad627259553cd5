import { Link } from "react-router";
import { pageMeta } from "#app/lib/page-meta.ts";
import { LocalDay } from "#app/ui/local-time.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { formatDay } from "#contract/dates.ts";
import { quoteStateLabels } from "#contract/quote-states.ts";
import { quoteNumber, quotePath } from "#contract/shop.ts";
import { getQuotesPage } from "#worker/shop/quotes/read.ts";
import type { Route } from "./+types/quotes.ts";
import { offerColumns } from "./quote-badge.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Quotes");

const filters = {
	state: { label: "Status", choices: quoteStateLabels, noFilterLabel: "All" },
} as const;

export const loader = tableLoader(filters, getQuotesPage);

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const table: Table<Row> = {
	title: "Quotes",
	lead: "Price requests from customers. Open one to reply.",
	caption: "Quotes",
	noun: "quote",
	icon: "file-text",
	search: "Email starts with",
	filters,
	columns: [
		{
			header: "Number",
			mobileSlot: "title",
			cell: ({ id }) => (
				<Link to={quotePath(id)} className="link whitespace-nowrap">
					{quoteNumber(id)}
				</Link>
			),
		},
		{
			header: "Customer",
			wide: true,
			cell: ({ name, email, company }) => (
				<div>
					{company || name}
					<div className="text-muted">
						<WrappableText text={email} />
					</div>
				</div>
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
		{
			header: "Needed by",
			cell: ({ neededBy }) => (
				<span className="whitespace-nowrap">
					{neededBy ? formatDay(new Date(Date.parse(neededBy))) : "–"}
				</span>
			),
		},
		...offerColumns,
	],
	empty: { message: "Requests for quotes will appear here." },
};

export default function Quotes({ loaderData }: Route.ComponentProps) {
	return <DashboardTable table={table} data={loaderData} />;
}
