import { WrappableText } from "#app/ui/line-breaks.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Section } from "#app/ui/page.tsx";
import type { TimelineEvent } from "#worker/shop/orders/timeline.ts";

/** What happened to an order, newest first; for staff with who did it. */
export const Timeline = ({ events }: { events: TimelineEvent[] }) => (
	<Section id="timeline" title="Timeline" className="grid gap-3">
		<ol className="grid">
			{events.map(({ at, text, detail, by }, index) => (
				<li key={index} className="detail border-t border-base-300">
					<span className="num text-muted">
						<LocalTime at={at} />
					</span>
					<div>
						{text}
						{detail && <span className="num">: {detail}</span>}
						{by && (
							<div className="text-muted">
								by <WrappableText text={by} />
							</div>
						)}
					</div>
				</li>
			))}
		</ol>
	</Section>
);
