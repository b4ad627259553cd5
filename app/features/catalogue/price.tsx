import { formatCents } from "#contract/money.ts";

/** @param cents whole cents; `each` adds "per piece" */
export function Price({ cents, each = false }: { cents: number; each?: boolean }) {
	return (
		<span className="num">
			<strong className="font-semibold">{formatCents(cents)}</strong>
			{each && <span className="text-sm text-muted"> per piece</span>}
		</span>
	);
}
