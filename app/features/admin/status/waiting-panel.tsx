import type { ReactNode } from "react";
import { Panel } from "#app/ui/panel.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatMinute } from "#contract/dates.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Status } from "#worker/shop/status/read.ts";

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

/** What is not done yet, and when Stripe was last heard. */
export function WaitingPanel({ waiting, lastEventAt }: Props) {
	const { mails, failed, since, givenUp, payments } = waiting;
	return (
		<Panel
			title="Waiting"
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
					name="Mails to send"
					detail={since ? `The oldest since ${formatMinute(since)}` : "Every mail is out."}
					value={mails}
				/>
				<Line name="Of these, tried before" detail="Tried again by the sweep" value={failed} />
				<Line name="Mails given up" detail="After eight tries in ten hours" value={givenUp} />
				<Line
					name={
						<PathLink to="/dashbord/manageAllorders#open-payments" className="link">
							Payments that could not be closed
						</PathLink>
					}
					detail="Tried again by the sweep"
					value={payments}
				/>
			</ul>
		</Panel>
	);
}
