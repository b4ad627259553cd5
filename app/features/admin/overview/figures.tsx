type Figure = {
	label: string;
	/** As it is read. */
	value: string;
	note: string;
};

/** Numbers that are looked at first, each in its box with a word on it. */
export const Figures = ({ figures, className }: { figures: Figure[]; className: string }) => (
	<dl className={`grid gap-4 ${className}`}>
		{figures.map(({ label, value, note }) => (
			<div key={label} className="grid content-start rounded-md border border-base-300 p-5">
				<dt className="text-sm text-muted">{label}</dt>
				<dd className="num text-2xl font-bold">{value}</dd>
				<dd className="mt-2 text-sm text-muted">{note}</dd>
			</div>
		))}
	</dl>
);
