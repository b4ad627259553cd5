/** Grey rows of 44 px where a table or list will stand. @param label what is awaited */
export function Skeleton({ rows = 3, label = "Loading" }: { rows?: number; label?: string }) {
	const bars = Array.from({ length: rows }, (_, row) => `bar-${row}`);
	return (
		<div role="status" aria-label={label} className="grid gap-2">
			{bars.map((bar) => (
				<div key={bar} className="skeleton h-11" />
			))}
		</div>
	);
}
