type TrackingProps = { tracking: string; trackingUrl: string | null };

/** Links to the carrier's page about the shipment, if it has one. */
export const TrackingLink = ({ tracking, trackingUrl }: TrackingProps) =>
	tracking &&
	(trackingUrl ? (
		<a href={trackingUrl} rel="noreferrer" className="link line" title={tracking}>
			{tracking}
		</a>
	) : (
		<span className="line text-muted" title={tracking}>
			{tracking}
		</span>
	));
