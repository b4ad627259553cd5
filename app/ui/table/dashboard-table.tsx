import { type ReactNode, Suspense, useRef, useState } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { useLiveData } from "#app/lib/use-live-data.ts";
import { type Filters, type FilterValues, isFiltered } from "#contract/table-filters.ts";
import { ConfirmIdentityForm } from "../confirm-identity.tsx";
import { Alert, EmptyState } from "../feedback.tsx";
import type { IconName } from "../icon-names.ts";
import { Page } from "../page.tsx";
import { PrefetchLink } from "../prefetch-link.tsx";
import { RouterLinkButton } from "../router-link-button.tsx";
import {
	BulkBar,
	type BulkButton,
	type BulkLink,
	RowCheckbox,
	SelectAllCheckbox,
} from "./bulk-bar.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { NewRowsNotice, useDeferredNewRows } from "./deferred-new-rows.tsx";
import { TableSearch } from "./table-search.tsx";

type Query = FilterValues & { page: number; search: string };

export type Table<Row extends { id: string }> = {
	title: string;
	lead?: ReactNode;
	back?: { to: string; label: string };
	caption: string;
	/** Singular: "order". */
	noun: string;
	icon: IconName;
	columns: Column<Row>[];
	/** The label of the search field. */
	search?: string;
	filters?: Filters;
	bulk?: {
		getName: (row: Row) => string;
		actions: readonly BulkButton[];
		links?: readonly BulkLink[];
	};
	empty: { message: string; link?: { to: string; label: string } };
};

type PagesProps = { page: number; hasMore: boolean; pageCount: number | undefined; noun: string };

/** Links only to the previous and the next page. The page count is usually unknown, because COUNT(*) would scan the table. */
function TablePager({ page, hasMore, pageCount, noun }: PagesProps) {
	const [params] = useSearchParams();
	if (page === 0 && !hasMore) return null;
	const getPageLink = (target: number) => {
		const next = new URLSearchParams(params);
		if (target === 0) next.delete("page");
		else next.set("page", String(target));
		return { search: next.toString() };
	};
	return (
		<nav aria-label={`Pages of ${noun}s`} className="pager">
			{page > 0 && (
				<PrefetchLink to={getPageLink(page - 1)} rel="prev">
					Previous
				</PrefetchLink>
			)}
			<span aria-current="page">
				Page {page + 1}
				{pageCount !== undefined && ` of ${pageCount}`}
			</span>
			{hasMore && (
				<PrefetchLink to={getPageLink(page + 1)} rel="next">
					Next
				</PrefetchLink>
			)}
		</nav>
	);
}

type TableProps<Row extends { id: string }> = {
	table: Table<Row>;
	data: { rows: Row[]; hasMore: boolean; pageCount?: number; query: Query };
};

function getNoMatchMessage<Row extends { id: string }>(table: Table<Row>, query: Query): string {
	const { noun, filters = {} } = table;
	if (query.page > 0) return `There are no ${noun}s on page ${query.page + 1}.`;
	if (isFiltered(filters, query)) return `No ${noun}s match these filters.`;
	return `No ${noun}s for “${query.search}”.`;
}

function NoRows<Row extends { id: string }>({ table, data: { query } }: TableProps<Row>) {
	const { pathname } = useLocation();
	const { noun, icon, empty, filters = {} } = table;
	if (query.page > 0 || query.search || isFiltered(filters, query)) {
		return (
			<EmptyState
				icon={query.page === 0 ? "search" : icon}
				sentence={getNoMatchMessage(table, query)}
			>
				<RouterLinkButton to={pathname}>Show all {noun}s</RouterLinkButton>
			</EmptyState>
		);
	}
	return (
		<EmptyState icon={icon} sentence={empty.message}>
			{empty.link && (
				<RouterLinkButton to={empty.link.to} variant="primary">
					{empty.link.label}
				</RouterLinkButton>
			)}
		</EmptyState>
	);
}

/** Keeps an action's errors on the page, because React Router drops them when the table refreshes. */
function useLastErrorMessage(errors: FormErrors | undefined): ReactNode {
	const { key } = useLocation();
	const { state } = useNavigation();
	const [last, setLast] = useState(errors ? { errors, key } : null);
	const isNew = errors !== undefined && errors !== last?.errors;
	const isOutdated = last !== null && (state === "submitting" || (last.key !== key && !isNew));
	if (isNew && state === "idle") setLast({ errors, key });
	else if (isOutdated) setLast(null);
	if (!last) return null;
	const { message, values, identityCheck } = last.errors;
	if (!identityCheck) return <Alert tone="error">{message}</Alert>;
	return <ConfirmIdentityForm message={message} values={values} identityCheck={identityCheck} />;
}

type ErrorsProps = {
	errors?: FormErrors | undefined;
	/** Shown in the sticky footer, above the bulk actions. */
	footer?: ReactNode;
};

function PagedRows<Row extends { id: string }>({
	table,
	data,
	errors,
	footer,
}: TableProps<Row> & ErrorsProps) {
	const container = useRef<HTMLDivElement>(null);
	const { shownData, newRowCount, showNewRows } = useDeferredNewRows(data, container);
	const { noun, caption, columns, bulk } = table;
	const { rows, hasMore, pageCount, query } = shownData;
	const errorMessage = useLastErrorMessage(errors);
	if (rows.length === 0) {
		return (
			<>
				{errorMessage}
				<NoRows table={table} data={shownData} />
			</>
		);
	}
	const selection = bulk && {
		headerCheckbox: <SelectAllCheckbox rowCount={rows.length} />,
		rowCheckbox: (row: Row) => <RowCheckbox id={row.id} name={bulk.getName(row)} />,
	};
	return (
		<>
			<div ref={container}>
				<NewRowsNotice count={newRowCount} onShow={showNewRows} />
				<DataTable
					caption={caption}
					columns={columns}
					rows={rows}
					rowKey={({ id }) => id}
					selection={selection}
				/>
				<div className="table-foot">
					{errorMessage}
					{footer}
					{bulk && (
						<BulkBar
							noun={noun}
							rowNames={new Map(rows.map((row) => [row.id, bulk.getName(row)]))}
							{...bulk}
						/>
					)}
				</div>
			</div>
			<TablePager page={query.page} hasMore={hasMore} pageCount={pageCount} noun={noun} />
		</>
	);
}

type Props<Row extends { id: string }> = TableProps<Row> &
	ErrorsProps & {
		actions?: ReactNode;
		/** Shown above the search. */
		intro?: ReactNode;
		children?: ReactNode;
	};

export function DashboardTable<Row extends { id: string }>(props: Props<Row>) {
	const { table, data, errors, footer, actions, intro, children } = props;
	const { title, lead, back } = table;
	useLiveData();
	return (
		<Page title={title} lead={lead} {...(back && { back })} actions={actions} inDashboard>
			{intro}
			{(table.search || table.filters) && (
				<Suspense>
					<TableSearch label={table.search} filters={table.filters} query={data.query} />
				</Suspense>
			)}
			<Suspense>
				<PagedRows table={table} data={data} errors={errors} footer={footer} />
			</Suspense>
			{children}
		</Page>
	);
}
