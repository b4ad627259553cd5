import { type ReactNode, useRef, useState } from "react";
import { Link, useLocation, useNavigation, useSearchParams } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { useLive } from "#app/lib/use-live.ts";
import { LinkButton } from "../button.tsx";
import { Alert, EmptyState } from "../feedback.tsx";
import type { IconName } from "../icon-names.ts";
import { Page } from "../page.tsx";
import { BulkBar, type BulkButton, SelectAllBox, SelectBox } from "./bulk-bar.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { RowsHeld, useHeldRows } from "./held-rows.tsx";
import { type Filters, isFiltered, type TableValues } from "./table-query.ts";
import { TableSearch } from "./table-search.tsx";

type Query = TableValues & { page: number; search: string };

export type Table<Row extends { id: string }> = {
	title: string;
	lead?: string;
	/** Read out by screen readers. */
	caption: string;
	/** What one row is: "order". */
	noun: string;
	icon: IconName;
	columns: Column<Row>[];
	/** `startOf`: what the search is the beginning of ("email"); without it a search finds whole values. */
	search?: { label: string; startOf?: (query: Query) => string };
	filters?: Filters;
	/** What can be done to selected rows, and what a row is called: "order 3: Ratchet for Ann". */
	bulk?: { nameOf: (row: Row) => string; actions: readonly BulkButton[] };
	empty: { sentence: string; next?: { to: string; label: string } };
};

type TableData<Row> = { rows: Row[]; more: boolean; query: Query };

type PagesProps = { page: number; more: boolean; of: string };

/** Previous and next alone: how many pages there are is not known, as COUNT(*) would scan the table. */
function TablePages({ page, more, of }: PagesProps) {
	const [params] = useSearchParams();
	if (page === 0 && !more) return null;
	const addressOf = (other: number) => {
		const next = new URLSearchParams(params);
		if (other === 0) next.delete("page");
		else next.set("page", String(other));
		return { search: next.toString() };
	};
	return (
		<nav aria-label={`Pages of ${of}`} className="pager">
			{page > 0 && (
				<Link to={addressOf(page - 1)} rel="prev" prefetch="intent">
					Previous
				</Link>
			)}
			<span aria-current="page">Page {page + 1}</span>
			{more && (
				<Link to={addressOf(page + 1)} rel="next" prefetch="intent">
					Next
				</Link>
			)}
		</nav>
	);
}

type TableProps<Row extends { id: string }> = { table: Table<Row>; data: TableData<Row> };

function noMatch<Row extends { id: string }>({ table, data: { query } }: TableProps<Row>): string {
	const { noun, search: searched, filters = {} } = table;
	if (query.page > 0) return `There are no ${noun}s on page ${query.page + 1}.`;
	const start = isFiltered(filters, query) ? null : searched?.startOf?.(query);
	if (!start) return `No ${noun}s match these filters.`;
	return `No ${start} starts with “${query.search}”. Check the spelling, or try fewer letters.`;
}

/** Why a table has no rows, and the way back: nothing matches, the page lies behind the last one, there is nothing. */
function NoRows<Row extends { id: string }>({ table, data }: TableProps<Row>) {
	const { pathname } = useLocation();
	const { noun, icon, empty, filters = {} } = table;
	const { page, search } = data.query;
	if (page > 0 || search || isFiltered(filters, data.query)) {
		return (
			<EmptyState icon={page === 0 ? "search" : icon} sentence={noMatch({ table, data })}>
				<LinkButton to={pathname}>Show all {noun}s</LinkButton>
			</EmptyState>
		);
	}
	return (
		<EmptyState icon={icon} sentence={empty.sentence}>
			{empty.next && (
				<LinkButton to={empty.next.to} look="primary">
					{empty.next.label}
				</LinkButton>
			)}
		</EmptyState>
	);
}

function PagedRows<Row extends { id: string }>({ table, data }: TableProps<Row>) {
	const box = useRef<HTMLDivElement>(null);
	const { shown, fresh, show } = useHeldRows(data, box);
	const { noun, caption, columns, bulk } = table;
	const { rows, more, query } = shown;
	if (rows.length === 0) return <NoRows table={table} data={shown} />;
	const selection = bulk && {
		all: <SelectAllBox rows={rows.length} />,
		of: (row: Row) => <SelectBox id={row.id} name={bulk.nameOf(row)} />,
	};
	const names = () => new Map(bulk && rows.map((row) => [row.id, bulk.nameOf(row)]));
	return (
		<>
			<div ref={box}>
				<RowsHeld fresh={fresh} show={show} />
				<DataTable
					caption={caption}
					columns={columns}
					rows={rows}
					rowKey={({ id }) => id}
					selection={selection}
				/>
				{bulk && <BulkBar noun={noun} names={names()} actions={bulk.actions} />}
			</div>
			<TablePages page={query.page} more={more} of={`${noun}s`} />
		</>
	);
}

/**
 * Why something in a table was refused. React Router drops an action's errors as soon as the page's data is loaded again,
 * which these tables do every few seconds: the message stays until the next form or page.
 */
function LastErrors({ errors }: { errors: FormErrors | undefined }) {
	const { key: at } = useLocation();
	const { state } = useNavigation();
	const [shown, setShown] = useState(errors ? { errors, at } : null);
	const isNew = errors !== undefined && errors !== shown?.errors;
	const isOver = shown !== null && (state === "submitting" || (shown.at !== at && !isNew));
	if (isNew && state === "idle") setShown({ errors, at });
	else if (isOver) setShown(null);
	return shown && <Alert tone="error">{shown.errors.message}</Alert>;
}

type Props<Row extends { id: string }> = TableProps<Row> & {
	errors?: FormErrors | undefined;
	actions?: ReactNode;
	children?: ReactNode;
};

/** A page of the dashboard that is a table: search, filters, rows, and pages. The rows refresh automatically. */
export function DashboardTable<Row extends { id: string }>(props: Props<Row>) {
	const { table, data, errors, actions, children } = props;
	useLive();
	return (
		<Page title={table.title} lead={table.lead} actions={actions} nested>
			<LastErrors errors={errors} />
			{table.search && (
				<TableSearch label={table.search.label} filters={table.filters} query={data.query} />
			)}
			<PagedRows table={table} data={data} />
			{children}
		</Page>
	);
}
