import { type ReactNode, useRef } from "react";
import type { IconName } from "../icon-names.ts";
import { type BulkAction, BulkBar } from "./bulk-bar.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { NothingListed } from "./nothing-listed.tsx";
import { RowsHeld } from "./rows-held.tsx";
import { SelectAllBox, SelectBox } from "./select-boxes.tsx";
import { TablePages } from "./table-pages.tsx";
import { useHeldRows } from "./use-held-rows.ts";

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
