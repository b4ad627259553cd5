import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { keepUnitsTogether, WrappableId, WrappableText } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Column } from "#app/ui/table/data-table.tsx";
import { PagedTable } from "#app/ui/table/paged-table.tsx";
import { readChoice, readTableQuery } from "#app/ui/table/table-query.ts";
import { ChoiceField, TableSearch } from "#app/ui/table/table-search.tsx";
import { type AuditAction, auditActions } from "#contract/audit.ts";
import { formatMinute } from "#contract/dates.ts";
import { type AuditLine, getAuditPage } from "#worker/shop/audit-page.ts";
import type { Route } from "./+types/audit.ts";

export const meta: Route.MetaFunction = () => pageMeta("Audit log");

const actions = Object.keys(auditActions) as AuditAction[];

const wordsOf = (action: string): string =>
	Object.entries(auditActions).find(([known]) => known === action)?.[1] ?? action;

export async function loader({ context, url }: Route.LoaderArgs) {
	const { page, search } = readTableQuery(url);
	const action = readChoice(url, "action", actions);
	const found = await getAuditPage(context.get(shopContext), { page, search, action });
	return { ...found, page, search, action };
}

const Who = ({ line: { actor } }: { line: AuditLine }) => (
	<Link to={{ search: new URLSearchParams({ search: actor }).toString() }} className="link">
		<WrappableText text={actor} />
	</Link>
);

const ToWhat = ({ line: { subject, subjectId } }: { line: AuditLine }) => (
	<div>
		{keepUnitsTogether(subject)}
		<div className="text-muted">
			<WrappableId text={subjectId} />
		</div>
	</div>
);

const columns: Column<AuditLine>[] = [
	{ header: "When", leads: "sum", cell: ({ createdAt }) => formatMinute(createdAt) },
	{ header: "Who", roomy: true, cell: (line) => <Who line={line} /> },
	{ header: "What", leads: "title", cell: ({ action }) => wordsOf(action) },
	{ header: "To what", cell: (line) => <ToWhat line={line} /> },
	{ header: "Detail", cell: ({ detail }) => <div className="line-clamp-3">{detail}</div> },
];

export default function Audit({ loaderData }: Route.ComponentProps) {
	useLive();
	const { search, action } = loaderData;
	return (
		<Page title="Audit log" lead="What admins did, newest first. Nobody can change it here." nested>
			<TableSearch label="Email of an admin" search={search} chosen={action !== null}>
				<ChoiceField
					label="What"
					name="action"
					choices={auditActions}
					chosen={action}
					none="Everything"
				/>
			</TableSearch>
			<PagedTable
				caption="Audit log"
				of="lines"
				icon="history"
				columns={columns}
				rowKey={({ id }) => id}
				found={loaderData}
				chosen={action !== null}
			>
				<EmptyState
					icon="history"
					sentence="No admin has changed anything yet. What they do is noted here."
				/>
			</PagedTable>
		</Page>
	);
}
