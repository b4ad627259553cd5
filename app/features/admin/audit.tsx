import { Link } from "react-router";
import { pageMeta } from "#app/lib/page-meta.ts";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { tableLoader } from "#app/ui/table/table-query.ts";
import { WrappableId, WrappableText } from "#app/ui/wrappable-text.tsx";
import { auditActions } from "#contract/audit.ts";
import { orderNumber, orderPath, quotePath } from "#contract/shop.ts";
import { type AuditRow, getAuditPage } from "#worker/shop/audit.ts";
import type { Route } from "./+types/audit.ts";

export const meta: Route.MetaFunction = () => pageMeta("Audit log");

const filters = {
	action: { label: "Action", choices: auditActions, noFilterLabel: "Everything" },
} as const;

export const loader = tableLoader(filters, getAuditPage);

const getActionLabel = (action: string): string =>
	Object.entries(auditActions).find(([name]) => name === action)?.[1] ?? action;

/** Returns the path of the order or quote that was changed. Other targets get no link, because they may have been deleted. */
function getTargetPath(action: string, id: string): string | null {
	if (action.startsWith("quote-")) return quotePath(id);
	return action.startsWith("order-") ? orderPath(id) : null;
}

const table: Table<AuditRow> = {
	title: "Audit log",
	lead: "What staff did, newest first. Read-only.",
	caption: "Audit log",
	noun: "event",
	icon: "history",
	search: "Staff email",
	filters,
	columns: [
		{ header: "Time", mobileSlot: "aside", cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
		{
			header: "By",
			wide: true,
			cell: ({ actor }) => (
				<Link to={{ search: new URLSearchParams({ search: actor }).toString() }} className="link">
					<WrappableText text={actor} />
				</Link>
			),
		},
		{ header: "Action", mobileSlot: "title", cell: ({ action }) => getActionLabel(action) },
		{
			header: "Target",
			cell: ({ action, subject, subjectId }) => {
				const path = getTargetPath(action, subjectId);
				const number = orderNumber(subjectId);
				const hasNumber = path !== null && subject.endsWith(number);
				return (
					<div className="@min-[60rem]:min-w-32">
						{!hasNumber && keepUnitsTogether(subject)}
						{/* This id belongs to the request, not to a product. */}
						{action !== "products-edited" && (
							<div className="text-muted">
								{path ? (
									<Link to={path} className="link num">
										{hasNumber ? subject : number}
									</Link>
								) : (
									<WrappableId text={subjectId} />
								)}
							</div>
						)}
					</div>
				);
			},
		},
		{
			header: "Detail",
			cell: ({ detail }) =>
				detail && (
					<div className="line-clamp-3" title={detail}>
						{detail}
					</div>
				),
		},
	],
	empty: { message: "Staff actions will appear here." },
};

export default function Audit({ loaderData }: Route.ComponentProps) {
	return <DashboardTable table={table} data={loaderData} />;
}
