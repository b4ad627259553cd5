import { useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { LinkButton } from "../button.tsx";
import { EmptyState } from "../feedback.tsx";
import type { IconName } from "../icon-names.ts";
import { BulkBar, type BulkButton, SelectAllBox, SelectBox } from "./bulk-bar.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { RowsHeld, useHeldRows } from "./held-rows.tsx";
import { type Filters, isFiltered, type TableValues } from "./table-query.ts";

type Query = TableValues & { page: number; search: string };

/** What a table of the dashboard is: everything but its rows. */
export type Table<Row extends { id: string }> = {
	title: string;
	/** One sentence under the title. */
	lead?: string;
	/** Read out by screen readers. */
	caption: string;
	/** What one row is: "order". */
	noun: string;
	icon: IconName;
	columns: Column<Row>[];
	/** `startOf`: what the search is the beginning of ("email"); without it a search finds whole values. */
	search?: { label: string; startOf?: (query: Query) => string };
	/** By the name that each has in the address. */
	filters?: Filters;
	/** What can be done to selected rows, and what a row is called: "order 3: Ratchet for Ann". */
	bulk?: { nameOf: (row: Row) => string; actions: readonly BulkButton[] };
	/** What is said where there are no rows at all, and the next step. */
	empty: { sentence: string; next?: { to: string; label: string } };
};

/** What the loader of a table returns. */
export type TableData<Row> = { rows: Row[]; more: boolean; query: Query };

type PagesProps = {
	/** From 0. */
	page: number;
	/** Whether another page follows. */
	more: boolean;
	/** What is paged, in the plural: "orders". */
	of: string;
};

/** @returns the address of another page of the same search */
function useAddressOf(): (page: number) => { search: string } {
	const [params] = useSearchParams();
	return (page) => {
		const next = new URLSearchParams(params);
		if (page === 0) next.delete("page");
		else next.set("page", String(page));
		return { search: next.toString() };
	};
}

/**
 * The pages before and after. How many there are is not known: to count a million orders is to read them.
 */
function TablePages({ page, more, of }: PagesProps) {
	const addressOf = useAddressOf();
	if (page === 0 && !more) return null;
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

/** Why a table has no rows, and the way back: nothing matches, the page lies behind the last one, there is nothing. */
function NoRows<Row extends { id: string }>({ table, data: { query } }: TableProps<Row>) {
	const { pathname } = useLocation();
	const { noun, icon, empty, search: searched, filters = {} } = table;
	const { page, search } = query;
	const filtered = isFiltered(filters, query);
	if (page === 0 && !search && !filtered) {
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
	const start = searched?.startOf?.(query);
	const sentence =
		page > 0
			? `There are no ${noun}s on page ${page + 1}.`
			: filtered || !start
				? `No ${noun}s match these filters.`
				: `No ${start} starts with “${search}”. Check the spelling, or try fewer letters.`;
	return (
		<EmptyState icon={page === 0 ? "search" : icon} sentence={sentence}>
			<LinkButton to={pathname}>Show all {noun}s</LinkButton>
		</EmptyState>
	);
}

/** One page of a table, and the ways to the pages beside it. */
export function PagedTable<Row extends { id: string }>({ table, data }: TableProps<Row>) {
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
