export const Wordmark = () => (
	<span className="inline-flex items-center gap-2 font-condensed text-[min(1.5rem,7vw)]/[1] [letter-spacing:-0.01em] whitespace-nowrap [&>svg]:size-[1.1em] [&>svg]:flex-none">
		<svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5">
			<path d="M6.8 3h10.4l5.2 9-5.2 9H6.8l-5.2-9z" strokeLinejoin="round" />
			<circle cx="12" cy="12" r="4.5" />
		</svg>
		<span className="inline-flex">
			Torque <b className="font-extrabold text-primary">Tool</b> Depot
		</span>
	</span>
);
