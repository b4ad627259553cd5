/** @param label what is awaited, for those who cannot see it turn; none inside a busy button */
export function Spinner({ label }: { label?: string }) {
	if (!label) return <span className="spinner" aria-hidden />;
	return (
		<p role="status" className="flex items-center gap-3 text-muted">
			<span className="spinner" aria-hidden />
			{label}
		</p>
	);
}
