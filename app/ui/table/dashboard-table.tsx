import { type ReactNode, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { FormErrors } from "#app/lib/form-action.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Alert } from "../feedback.tsx";
import { Page } from "../page.tsx";
import { PagedTable, type Table, type TableData } from "./paged-table.tsx";
import { TableSearch } from "./table-search.tsx";

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

type Props<Row extends { id: string }> = {
	table: Table<Row>;
	/** From the loader. */
	data: TableData<Row>;
	/** From the action, where rows can be changed. */
	errors?: FormErrors | undefined;
	/** Buttons beside the title. */
	actions?: ReactNode;
	/** After the table. */
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
			<PagedTable table={table} data={data} />
			{children}
		</Page>
	);
}
