import type { ReactNode } from "react";
import { Link } from "react-router";
import * as v from "valibot";
import SalesChart from "#app/features/catalogue/chart/sales-chart.tsx";
import { StockLabel } from "#app/features/catalogue/price-and-stock.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLiveData } from "#app/lib/use-live-data.ts";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalDay } from "#app/ui/local-time.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatMonth, formatShortDay } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { orderStateLabels, orderStateNames } from "#contract/order-states.ts";
import { getShortageLabel } from "#contract/stock.ts";
import { getOverview } from "#worker/shop/overview/read.ts";
import { type Span, spans } from "#worker/shop/overview/sales.ts";
import type { Route } from "./+types/overview.ts";
import { SalesFigures } from "./figures.tsx";
import { Panel } from "./panel.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Overview");

const spanSchema = v.fallback(v.picklist(spans), "days");

const spanTexts = {
	days: {
		link: "Last 30 days",
		unit: "Day",
		baseline: "the previous 30 days",
		format: formatShortDay,
	},
	months: {
		link: "Last 12 months",
		unit: "Month",
		baseline: "the previous 12 months",
		format: formatMonth,
	},
} as const;

export async function loader({ context, url }: Route.LoaderArgs) {
	const span = v.parse(spanSchema, url.searchParams.get("span"));
	const { points, ...overview } = await getOverview(context.get(shopContext), span, new Date());
	const { format } = spanTexts[span];
	const rows = points.map(({ start, ...sales }) => ({ period: format(start), ...sales }));
	return { span, rows, ...overview };
}

const SpanSwitch = ({ span }: { span: Span }) => (
	<nav aria-label="Period" className="pager">
		{spans.map((option) => (
			<Link
				key={option}
				to={option === "days" ? "/dashbord/overview" : `/dashbord/overview?span=${option}`}
				aria-current={option === span ? "page" : undefined}
				preventScrollReset
			>
				{spanTexts[option].link}
			</Link>
		))}
	</nav>
);

type Data = Route.ComponentProps["loaderData"];

const createColumns = (unit: string): Column<Data["rows"][number]>[] => [
	{ header: unit, mobileSlot: "title", cell: ({ period }) => period },
	{ header: "Orders", kind: "number", cell: ({ orders }) => formatInteger(orders) },
	{ header: "Pieces", kind: "number", cell: ({ pieces }) => formatInteger(pieces) },
	{
		header: "Revenue",
		kind: "number",
		mobileSlot: "aside",
		cell: ({ revenueCents }) => formatCents(revenueCents),
	},
];

function SalesOverTime({ rows, span }: Data) {
	if (rows.every(({ orders, revenueCents }) => orders === 0 && revenueCents === 0)) {
		return <EmptyState icon="chart-line" sentence="No sales in this period." />;
	}
	const { unit } = spanTexts[span];
	const title = `Sales and revenue by ${unit.toLowerCase()}`;
	const points = rows.map(({ period, pieces, revenueCents }) => ({
		period,
		sell: pieces,
		revenue: revenueCents / 100,
	}));
	return (
		<Section id="sales-title" title={title} className="grid min-w-0 gap-4">
			<div className="h-100 overflow-x-clip noscript:hidden">
				<SalesChart points={points} title={`Line chart: ${title}`} />
			</div>
			<details>
				<summary className="cursor-pointer py-2 font-semibold">Show data as a table</summary>
				<DataTable
					caption={title}
					columns={createColumns(unit)}
					rows={rows.toReversed()}
					rowKey={({ period }) => period}
				/>
			</details>
		</Section>
	);
}

const renderLink = (to: string, text: ReactNode) => (
	<Link to={to} className="link">
		{text}
	</Link>
);

const Panels = ({ orderCountByState, lowStockProducts, bestSellers, latestReviews }: Data) => (
	<div className="grid gap-4 lg:grid-cols-2">
		<Panel
			title="Orders"
			emptyText="No one has ordered anything yet."
			items={(orderCountByState.size > 0 ? orderStateNames : []).map((state) => ({
				key: state,
				name: renderLink(`/dashbord/manageAllorders?state=${state}`, orderStateLabels[state]),
				value: <strong className="num">{formatInteger(orderCountByState.get(state) ?? 0)}</strong>,
			}))}
		/>
		<Panel
			title="Low stock"
			emptyText="Every tool has enough stock for two more orders."
			items={lowStockProducts.map(({ id, name, ...stock }) => ({
				key: id,
				name: renderLink(`/dashbord/updateproducts/${id}`, keepUnitsTogether(name)),
				value: <StockLabel {...stock} shortageLabel={getShortageLabel(stock)} />,
			}))}
		/>
		<Panel
			title="Best sellers"
			aside="All time"
			emptyText="Best sellers appear after your first paid order."
			ordered
			items={bestSellers.map(({ id, name, pieces, revenueCents, deletedAt }) => ({
				key: id,
				name: deletedAt ? (
					<>
						{keepUnitsTogether(name)} <span className="text-muted">(no longer sold)</span>
					</>
				) : (
					renderLink(`/dashbord/updateproducts/${id}`, keepUnitsTogether(name))
				),
				value: (
					<span className="num text-end">
						<strong>{formatCount(pieces, "piece")}</strong>
						<span className="block text-sm text-muted">{formatCents(revenueCents)}</span>
					</span>
				),
			}))}
		/>
		<Panel
			title="Latest reviews"
			aside={latestReviews.length > 0 && renderLink("/dashbord/manageReview", "All reviews")}
			emptyText="No one has written a review yet."
			items={latestReviews.map(({ id, name, ratings, review, createdAt, hiddenAt }) => ({
				key: id,
				name: <p className="line-clamp-2">{review}</p>,
				note: (
					<>
						{name}, <LocalDay at={createdAt} />
						{hiddenAt && ", hidden"}
					</>
				),
				value: (
					<span className="num">
						<span className="sr-only">Rating </span>
						<strong>{ratings}</strong>
					</span>
				),
			}))}
		/>
	</div>
);

export default function Overview({ loaderData }: Route.ComponentProps) {
	useLiveData();
	const { span, paymentProblems, cancellationRequests, newQuoteCount, newMessageCount } =
		loaderData;
	return (
		<Page title="Overview" actions={<SpanSwitch span={span} />} inDashboard>
			{paymentProblems > 0 && (
				<Alert tone="error">
					{paymentProblems === 1 ? "A payment needs attention." : "Payments need attention."}{" "}
					{renderLink("/dashbord/manageAllorders#open-payments", "Review open payments")}
				</Alert>
			)}
			{cancellationRequests > 0 && (
				<Alert>
					{cancellationRequests === 1
						? "A customer has asked to cancel a paid order."
						: `Customers have asked to cancel ${formatInteger(cancellationRequests)} paid orders.`}{" "}
					{renderLink("/dashbord/manageAllorders?state=asks_to_cancel", "Respond before you ship")}
				</Alert>
			)}
			{newQuoteCount + newMessageCount > 0 && (
				<Alert>
					Waiting for a reply:{" "}
					{newQuoteCount > 0 &&
						renderLink("/dashbord/quotes?state=new", formatCount(newQuoteCount, "quote request"))}
					{newQuoteCount > 0 && newMessageCount > 0 && ", "}
					{newMessageCount > 0 &&
						renderLink("/dashbord/messages?state=new", formatCount(newMessageCount, "message"))}
				</Alert>
			)}
			<SalesFigures {...loaderData} baseline={spanTexts[span].baseline} />
			<SalesOverTime {...loaderData} />
			<Panels {...loaderData} />
		</Page>
	);
}
