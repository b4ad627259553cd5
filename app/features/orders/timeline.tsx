import { WrappableText } from "#app/ui/line-breaks.tsx";
import { Minute } from "#app/ui/minute.tsx";
import type { TimelineEvent } from "#worker/shop/orders/timeline.ts";

/** What happened to an order, newest first; for staff with who did it. */
export const Timeline = ({ events }: { events: TimelineEvent[] }) => (
	<section aria-labelledby="timeline" className="grid gap-3">
		<h2 id="timeline" className="text-xl">
			Timeline
		</h2>
		<ol className="grid">
			{events.map(({ at, text, detail, by }, index) => (
				<li key={index} className="detail border-t border-base-300">
					<span className="num text-muted">
						<Minute at={at} />
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
	</section>
);
