import { Form, Link } from "react-router";
import { renderOtherOrders } from "#app/features/orders/payment-problems.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Alert, EmptyState } from "#app/ui/feedback.tsx";
import { Field } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { WrappableId } from "#app/ui/wrappable-text.tsx";
import { formatDay } from "#contract/dates.ts";
import { ledgerDaysMax } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";
import { sumLedger } from "#worker/shop/payments/ledger.ts";
import type { Route } from "./+types/money.ts";
import { listMonths, readLedger, readPeriod } from "./money-period.ts";

export const meta: Route.MetaFunction = () => pageMeta("Money");

/** How many entries the page shows at most. The CSV has all of them. */
const maxRows = 200;

export async function loader({ context, url }: Route.LoaderArgs) {
	const now = new Date();
	const { from, to, period, isCut } = readPeriod(url.searchParams, now);
	const { entries, isTruncated } = await readLedger(context.get(shopContext), period);
	const differences = entries?.filter(({ stripeCents, booksCents }) => stripeCents !== booksCents);
	return {
		from,
		to,
		isCut,
		isTruncated,
		months: listMonths(now),
		sums: entries && sumLedger(entries),
		count: entries?.length ?? 0,
		entries: entries?.slice(0, maxRows) ?? [],
		differences: differences?.slice(0, maxRows) ?? [],
	};
}

type Data = Route.ComponentProps["loaderData"];
type Entry = Data["entries"][number];
type Sum = NonNullable<Data["sums"]>[number];

const amountColumns: Column<Pick<Entry, "stripeCents" | "feeCents" | "booksCents">>[] = [
	{
		header: "Stripe",
		kind: "number",
		mobileSlot: "aside",
		cell: ({ stripeCents }) => formatCents(stripeCents),
	},
	{ header: "Fees", kind: "number", cell: ({ feeCents }) => formatCents(feeCents) },
	{ header: "Shop's books", kind: "number", cell: ({ booksCents }) => formatCents(booksCents) },
	{
		header: "Difference",
		kind: "number",
		cell: ({ stripeCents, booksCents }) => formatCents(stripeCents - booksCents),
	},
];

const sumColumns: Column<Sum>[] = [
	{ header: "Type", mobileSlot: "title", cell: ({ kind }) => kind },
	{ header: "Count", kind: "number", cell: ({ count }) => formatInteger(count) },
	...amountColumns,
];

const entryColumns: Column<Entry>[] = [
	{ header: "Date", cell: ({ at }) => <span className="whitespace-nowrap">{formatDay(at)}</span> },
	{
		header: "Type",
		mobileSlot: "title",
		cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span>,
	},
	{
		header: "Order",
		cell: ({ orderId, otherOrderCount }) =>
			orderId && (
				<>
					<Link to={orderPath(orderId)} className="link whitespace-nowrap">
						{orderNumber(orderId)}
					</Link>
					{renderOtherOrders(otherOrderCount)}
				</>
			),
	},
	{ header: "Reference", cell: ({ reference }) => <WrappableId text={reference} /> },
	...amountColumns,
];

function Entries({ title, rows, text }: { title: string; rows: Entry[]; text?: string }) {
	return (
		<section className="grid gap-4" aria-label={title}>
			<h2 className="text-xl">{title}</h2>
			{text && <p className="max-w-text text-muted">{text}</p>}
			<DataTable caption={title} columns={entryColumns} rows={rows} rowKey={({ id }) => id} />
		</section>
	);
}

function Ledger({ sums, differences, entries, count, isTruncated }: Data & { sums: Sum[] }) {
	return (
		<>
			{isTruncated && (
				<Alert tone="error">
					Stripe has more transactions in this period than this page can show. Choose a shorter
					period.
				</Alert>
			)}
			{!isTruncated && differences.length === 0 && (
				<Alert tone="success">Stripe and the shop agree to the cent.</Alert>
			)}
			<DataTable
				caption="Totals for this period"
				columns={sumColumns}
				rows={sums}
				rowKey={({ kind }) => kind}
			/>
			{differences.length > 0 && (
				<Entries
					title="Differences"
					rows={differences}
					text="A webhook may still be on its way. Reload in a few minutes. If a difference remains, open its order and compare it with the payment in Stripe."
				/>
			)}
			<Entries
				title="All entries"
				rows={entries}
				{...(count > entries.length &&
					!isTruncated && {
						text: `The newest ${formatInteger(entries.length)} of ${formatInteger(count)}. The CSV has all of them.`,
					})}
			/>
		</>
	);
}

export default function Money({ loaderData }: Route.ComponentProps) {
	const { from, to, isCut, months, sums, count, isTruncated } = loaderData;
	return (
		<Page
			title="Money"
			inDashboard
			actions={
				sums &&
				!isTruncated && (
					<AnchorButton href={`/dashbord/money.csv?${new URLSearchParams({ from, to })}`}>
						Export as CSV
					</AnchorButton>
				)
			}
		>
			<p className="max-w-text text-muted">
				Payments, refunds, disputes and Stripe's fees by day in UTC, compared with the shop's
				records. Payouts to your bank and other apps on the Stripe account are not included.
			</p>
			<div className="flex flex-wrap items-end gap-4">
				<Form method="get" className="flex flex-wrap items-end gap-4">
					<Field key={`from ${from}`} label="From" type="date" name="from" defaultValue={from} />
					<Field key={`to ${to}`} label="To" type="date" name="to" defaultValue={to} />
					<Button type="submit">Show</Button>
				</Form>
				<nav aria-label="Period" className="pager">
					{months.map((month) => (
						<Link
							key={month.label}
							to={`/dashbord/money?${new URLSearchParams({ from: month.from, to: month.to })}`}
							aria-current={month.from === from && month.to === to ? "page" : undefined}
						>
							{month.label}
						</Link>
					))}
				</nav>
			</div>
			{isCut && (
				<Alert tone="error">{`At most ${ledgerDaysMax} days are shown at a time. These end on ${formatDay(new Date(to))}.`}</Alert>
			)}
			{sums === null ? (
				<Alert tone="error">
					Stripe's transactions are not available. Either Stripe is not responding, or the shop's
					key is not allowed to read balance transactions. Reload in a few minutes.
				</Alert>
			) : count === 0 ? (
				<EmptyState icon="credit-card" sentence="No money moved in this period." />
			) : (
				<Ledger {...loaderData} sums={sums} />
			)}
		</Page>
	);
}
