import { Badge } from "#app/ui/badge.tsx";
import { NothingYet, Panel } from "#app/ui/panel.tsx";
import { formatMinute } from "#contract/dates.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Status } from "#worker/shop/status/read.ts";

type Run = Status["runs"][number];

/** "Found 4, mended 1, in 5,210 ms. Trouble with payments, mails" */
function wordsOf({ found, mended, trouble, ms }: Run): string {
	const work = found === 0 ? "Nothing to do" : `Found ${found}, mended ${mended}`;
	const time = `in ${formatWhole(ms)} ms`;
	return trouble ? `${work}, ${time}. Trouble with ${trouble}` : `${work}, ${time}`;
}

/** What the sweep did last, the newest run first. */
export const SweepRuns = ({ runs }: { runs: Run[] }) => (
	<Panel title="Last sweeps" aside={<span className="text-sm text-muted">every 5 minutes</span>}>
		{runs.length === 0 ? (
			<NothingYet>
				The sweep has not come yet. It closes payments, sends mails that wait and removes unused
				uploads.
			</NothingYet>
		) : (
			<ol className="overview-list">
				{runs.map((run) => (
					<li key={run.startedAt.getTime()}>
						<div>
							{formatMinute(run.startedAt)}
							<p className="text-sm text-muted">{wordsOf(run)}</p>
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
