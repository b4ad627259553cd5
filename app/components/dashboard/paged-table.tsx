import type { ReactNode } from "react";
import { type Column, DataTable } from "../ui/data-table.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { NothingListed } from "./nothing-listed.tsx";
import { TablePages } from "./table-pages.tsx";

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
	children,
}: Props<Row>) {
	const { rows, more, page, search = "" } = found;
	if (rows.length === 0) {
		return (
			<NothingListed {...{ icon, of, searched, search, chosen, page }}>{children}</NothingListed>
		);
	}
	return (
		<>
			<DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
			<TablePages page={page} more={more} of={of} />
		</>
	);
}
