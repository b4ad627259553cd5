import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatMonth, formatShortDay } from "#contract/dates.ts";
import { getOverview } from "#worker/shop/overview/read.ts";
import { type Span, spans } from "#worker/shop/overview/sales.ts";
import type { Route } from "./+types/overview.ts";
import { SalesFigures } from "./figures.tsx";
import { OverviewPanels } from "./overview-panels.tsx";
import { SalesOverTime } from "./sales-over-time.tsx";

export const meta: Route.MetaFunction = () => pageMeta("Overview");

const spanSchema = v.fallback(v.picklist(spans), "days");

const words = {
	days: { link: "Last 30 days", unit: "Day", before: "the 30 days before", write: formatShortDay },
	months: { link: "Last 12 months", unit: "Month", before: "the year before", write: formatMonth },
} as const;

export async function loader({ context, url }: Route.LoaderArgs) {
	const span = v.parse(spanSchema, url.searchParams.get("span"));
	const { points, ...overview } = await getOverview(context.get(shopContext), span, new Date());
	const rows = points.map(({ start, ...sold }) => ({ at: words[span].write(start), ...sold }));
	return { span, rows, ...overview };
}

const SpanSwitch = ({ span }: { span: Span }) => (
	<nav aria-label="Time shown" className="pager">
		{spans.map((other) => (
			<PathLink
				key={other}
				to={other === "days" ? "/dashbord/overview" : `/dashbord/overview?span=${other}`}
				aria-current={other === span ? "page" : undefined}
				preventScrollReset
			>
				{words[other].link}
			</PathLink>
		))}
	</nav>
);

export default function Overview({ loaderData }: Route.ComponentProps) {
	useLive();
	const { span, rows, sold, soldBefore } = loaderData;
	const { unit, before } = words[span];
	return (
		<Page title="Overview" actions={<SpanSwitch span={span} />} nested>
			{loaderData.hasProblem && (
				<Alert tone="error">
					A payment needs attention.{" "}
					<PathLink to="/dashbord/manageAllorders#open-payments" className="link">
						Review open payments
					</PathLink>
				</Alert>
			)}
			<SalesFigures sold={sold} soldBefore={soldBefore} before={before} />
			<SalesOverTime rows={rows} unit={unit} />
			<OverviewPanels {...loaderData} />
		</Page>
	);
}
