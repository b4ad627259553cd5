import { type ReactNode, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { LinkButton } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import type { IconName } from "../icon-names.ts";
import { type BulkAction, BulkBar, SelectAllBox, SelectBox } from "./bulk-bar.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { RowsHeld, useHeldRows } from "./held-rows.tsx";

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

type NothingProps = {
	icon: IconName;
	/** What is listed, in the plural: "orders". */
	of: string;
	/** What `search` is the beginning of: "email"; "" where it is a whole one. */
	searched: string;
	/** Empty for everything. */
	search: string;
	/** Whether a choice beside the search leaves rows out. */
	chosen: boolean;
	/** From 0. */
	page: number;
	/** What to say where there is nothing at all. */
	children: ReactNode;
};

/** Why a table has no rows, and the way back: nothing matches, the page lies behind the last one, there is nothing. */
function NothingListed({ icon, of, searched, search, chosen, page, children }: NothingProps) {
	const { pathname } = useLocation();
	if (page === 0 && !search && !chosen) return children;
	const sentence =
		page > 0
			? `There are no ${of} on page ${page + 1}.`
			: chosen || !searched
				? `There are no such ${of}.`
				: `No ${searched} starts with “${search}”. Check the spelling, or try fewer letters.`;
	return (
		<EmptyState icon={(search || chosen) && page === 0 ? "search" : icon} sentence={sentence}>
			<LinkButton to={pathname}>Show all {of}</LinkButton>
		</EmptyState>
	);
}

type Props<Row> = {
	caption: string;
	/** What is listed, in the plural: "orders". */
	of: string;
	/** What `search` was the beginning of: "email". */
	searched?: string;
	icon: IconName;
	columns: Column<Row>[];
	rowKey: (row: Row) => string;
	/** What the loader found: the rows of a page from 0, whether more follow, what was searched. */
	found: { rows: Row[]; more: boolean; page: number; search?: string };
	/** Whether a choice beside the search leaves rows out. */
	chosen?: boolean;
	/** What can be done to selected rows: what one of them is, its name in words, the actions. */
	bulk?: { noun: string; nameOf: (row: Row) => string; actions: BulkAction[] };
	/** What to say where there is nothing at all. */
	children: ReactNode;
};

/** One page of a table that grows, and the ways to the pages beside it. */
export function PagedTable<Row>({
	caption,
	of,
	icon,
	columns,
	rowKey,
	found,
	searched = "",
	chosen = false,
	bulk,
	children,
}: Props<Row>) {
	const box = useRef<HTMLDivElement>(null);
	const { shown, fresh, show } = useHeldRows(found, rowKey, box);
	const { rows, more, page, search = "" } = shown;
	if (rows.length === 0) {
		return (
			<NothingListed {...{ icon, of, searched, search, chosen, page }}>{children}</NothingListed>
		);
	}
	const boxes = bulk && {
		all: <SelectAllBox rows={rows.length} />,
		of: (row: Row) => <SelectBox id={rowKey(row)} name={bulk.nameOf(row)} />,
	};
	const names = () => new Map(bulk && rows.map((row) => [rowKey(row), bulk.nameOf(row)]));
	return (
		<>
			<div ref={box}>
				<RowsHeld fresh={fresh} show={show} />
				<DataTable {...{ caption, columns, rows, rowKey }} {...(boxes && { boxes })} />
				{bulk && <BulkBar noun={bulk.noun} names={names()} actions={bulk.actions} />}
			</div>
			<TablePages page={page} more={more} of={of} />
		</>
	);
}
