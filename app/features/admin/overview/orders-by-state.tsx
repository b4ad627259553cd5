import { NothingYet, Panel } from "#app/ui/panel.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { formatWhole } from "#contract/numbers.ts";
import { type OrderState, orderStates } from "#contract/order-states.ts";

const states = Object.entries(orderStates) as [OrderState, string][];

/** How many orders are in each state; each leads to them. */
export function OrdersByState({ counts }: { counts: Record<OrderState, number> }) {
	const all = states.reduce((sum, [state]) => sum + counts[state], 0);
	return (
		<Panel title="Orders">
			{all === 0 ? (
				<NothingYet>Nobody has ordered anything yet.</NothingYet>
			) : (
				<ul className="overview-list">
					{states.map(([state, label]) => (
						<li key={state}>
							<PathLink to={`/dashbord/manageAllorders?state=${state}`} className="link">
								{label}
							</PathLink>
							<strong className="num">{formatWhole(counts[state])}</strong>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
}
