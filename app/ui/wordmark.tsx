export function Wordmark() {
	return (
		<span className="wordmark">
			<svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5">
				<path d="M6.8 3h10.4l5.2 9-5.2 9H6.8l-5.2-9z" strokeLinejoin="round" />
				<circle cx="12" cy="12" r="4.5" />
			</svg>
			<span className="inline-flex">
				Torque <b>Tool</b> Depot
			</span>
		</span>
	);
}
