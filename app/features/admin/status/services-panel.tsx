import { Badge } from "#app/ui/badge.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { formatMinute } from "#contract/dates.ts";
import type { Health, Services } from "#worker/shop/status/services.ts";

const words = {
	works: { tone: "success", word: "Works" },
	ready: { tone: "plain", word: "Configured" },
	missing: { tone: "accent", word: "Not set up" },
	away: { tone: "error", word: "Away" },
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
