import { Badge } from "#app/ui/feedback.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatMinute } from "#contract/dates.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Status } from "#worker/shop/status/read.ts";
import type { Health, Services } from "#worker/shop/status/services.ts";
import { Figures } from "./figures.tsx";
import { Panel } from "./panel.tsx";

export function WaitingPanel({ waiting, lastEventAt }: Pick<Status, "waiting" | "lastEventAt">) {
	const { mails, failed, since, givenUp, payments } = waiting;
	const payLink = (
		<PathLink to="/dashbord/manageAllorders#open-payments" className="link">
			Payments that need attention
		</PathLink>
	);
	return (
		<Panel
			title="Queue"
			aside={
				lastEventAt
					? `Stripe's last event ${formatMinute(lastEventAt)}`
					: "No event from Stripe yet"
			}
			rows={
				[
					[
						"Emails to send",
						since ? `The oldest since ${formatMinute(since)}` : "All emails sent",
						mails,
					],
					["Being retried", "Retried every 5 minutes", failed],
					["Failed permanently", "After eight tries in ten hours", givenUp],
					[payLink, "Retried every 5 minutes", payments],
				] as const
			}
			toItem={([name, note, count]) => ({
				key: typeof name === "string" ? name : "payments",
				name,
				note,
				value: <strong className="num">{formatWhole(count)}</strong>,
			})}
		/>
	);
}

const words = {
	works: { tone: "success", word: "OK" },
	ready: { tone: "plain", word: "Configured" },
	missing: { tone: "accent", word: "Not set up" },
	away: { tone: "error", word: "Unreachable" },
} as const satisfies Record<Health, object>;

export const ServicesPanel = ({ checkedAt, services }: Services) => (
	<Panel
		title="Services"
		aside={`Checked ${formatMinute(checkedAt)}`}
		rows={services}
		toItem={({ name, health, detail }) => ({
			key: name,
			name,
			note: detail,
			value: <Badge tone={words[health].tone}>{words[health].word}</Badge>,
		})}
	/>
);

type Run = Status["runs"][number];

/** "4 found, 1 fixed, in 5,210 ms. Errors: payments, mails" */
function runSummary({ found, fixed, failedTasks, ms }: Run): string {
	const work = found === 0 ? "Nothing to do" : `${found} found, ${fixed} fixed`;
	const time = `in ${formatWhole(ms)} ms`;
	return failedTasks ? `${work}, ${time}. Errors: ${failedTasks}` : `${work}, ${time}`;
}

export const SweepRuns = ({ runs }: { runs: Run[] }) => (
	<Panel
		title="Recent background runs"
		aside="every 5 minutes"
		empty="The background job has not run yet. It settles payments, sends queued emails and removes unused uploads."
		ordered
		rows={runs}
		toItem={(run) => ({
			key: run.startedAt.getTime(),
			name: formatMinute(run.startedAt),
			note: runSummary(run),
			value:
				run.failed > 0 ? (
					<Badge tone="error">{formatWhole(run.failed)} failed</Badge>
				) : (
					<span className="text-sm text-muted">Done</span>
				),
		})}
	/>
);

/** Since midnight in UTC. */
export const TodayFigures = ({ today }: { today: Status["today"] }) => (
	<Figures
		className="grid-cols-2 xl:grid-cols-4"
		figures={[
			["Orders placed today", formatWhole(today.placed), "including cancelled"],
			["Orders paid today", formatWhole(today.paid), formatCents(today.revenueCents)],
			["Refunds today", formatWhole(today.refunds), "payments with no matching order"],
			["Order emails sent today", formatWhole(today.mailsSent), "receipts and shipping notices"],
		]}
	/>
);
