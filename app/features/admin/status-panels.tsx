import type { ReactNode } from "react";
import { Badge } from "#app/ui/feedback.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatMinute } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Status } from "#worker/shop/status/read.ts";
import type { Health, Services } from "#worker/shop/status/services.ts";
import { Figures } from "./figures.tsx";
import { NothingYet, Panel } from "./panel.tsx";

type LineProps = { name: ReactNode; detail: string; value: number };

const Line = ({ name, detail, value }: LineProps) => (
	<li>
		<div>
			{name}
			<p className="text-sm text-muted">{detail}</p>
		</div>
		<strong className="num">{formatWhole(value)}</strong>
	</li>
);

type Props = Pick<Status, "waiting" | "lastEventAt">;

export function WaitingPanel({ waiting, lastEventAt }: Props) {
	const { mails, failed, since, givenUp, payments } = waiting;
	return (
		<Panel
			title="Queue"
			aside={
				<span className="text-sm text-muted">
					{lastEventAt
						? `Stripe's last event ${formatMinute(lastEventAt)}`
						: "No event from Stripe yet"}
				</span>
			}
		>
			<ul className="overview-list">
				<Line
					name="Emails to send"
					detail={since ? `The oldest since ${formatMinute(since)}` : "All emails sent"}
					value={mails}
				/>
				<Line name="Being retried" detail="Retried every 5 minutes" value={failed} />
				<Line name="Failed permanently" detail="After eight tries in ten hours" value={givenUp} />
				<Line
					name={
						<PathLink to="/dashbord/manageAllorders#open-payments" className="link">
							Payments that need attention
						</PathLink>
					}
					detail="Retried every 5 minutes"
					value={payments}
				/>
			</ul>
		</Panel>
	);
}

const words = {
	works: { tone: "success", word: "OK" },
	ready: { tone: "plain", word: "Configured" },
	missing: { tone: "accent", word: "Not set up" },
	away: { tone: "error", word: "Unreachable" },
} as const satisfies Record<Health, object>;

/** What the shop needs of others: whether it is set up, and whether it answers. */
export const ServicesPanel = ({ checkedAt, services }: Services) => (
	<Panel
		title="Services"
		aside={<span className="text-sm text-muted">Checked {formatMinute(checkedAt)}</span>}
	>
		<ul className="overview-list">
			{services.map(({ name, health, detail }) => (
				<li key={name}>
					<div>
						{name}
						<p className="break-words text-sm text-muted">{detail}</p>
					</div>
					<Badge tone={words[health].tone}>{words[health].word}</Badge>
				</li>
			))}
		</ul>
	</Panel>
);

type Run = Status["runs"][number];

/** "4 found, 1 fixed, in 5,210 ms. Errors: payments, mails" */
function runSummary({ found, fixed, failedTasks, ms }: Run): string {
	const work = found === 0 ? "Nothing to do" : `${found} found, ${fixed} fixed`;
	const time = `in ${formatWhole(ms)} ms`;
	return failedTasks ? `${work}, ${time}. Errors: ${failedTasks}` : `${work}, ${time}`;
}

/** What the sweep did last, the newest run first. */
export const SweepRuns = ({ runs }: { runs: Run[] }) => (
	<Panel
		title="Recent background runs"
		aside={<span className="text-sm text-muted">every 5 minutes</span>}
	>
		{runs.length === 0 ? (
			<NothingYet>
				The background job has not run yet. It settles payments, sends queued emails and removes
				unused uploads.
			</NothingYet>
		) : (
			<ol className="overview-list">
				{runs.map((run) => (
					<li key={run.startedAt.getTime()}>
						<div>
							{formatMinute(run.startedAt)}
							<p className="text-sm text-muted">{runSummary(run)}</p>
						</div>
						{run.failed > 0 ? (
							<Badge tone="error">{formatWhole(run.failed)} failed</Badge>
						) : (
							<span className="text-sm text-muted">Done</span>
						)}
					</li>
				))}
			</ol>
		)}
	</Panel>
);

/** What the shop has done since midnight in UTC. */
export const TodayFigures = ({ today }: { today: Status["today"] }) => (
	<Figures
		className="grid-cols-2 xl:grid-cols-4"
		figures={[
			{
				label: "Orders placed today",
				value: formatWhole(today.placed),
				note: "excluding deleted",
			},
			{
				label: "Orders paid today",
				value: formatWhole(today.paid),
				note: formatCents(today.revenueCents),
			},
			{
				label: "Refunds today",
				value: formatWhole(today.refunds),
				note: "payments with no matching order",
			},
			{
				label: "Order emails sent today",
				value: formatWhole(today.mailsSent),
				note: "receipts and shipping notices",
			},
		]}
	/>
);
