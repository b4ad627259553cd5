import type { ReactNode } from "react";

/** Names and values of one thing, a row each. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
	return (
		<dl className="border-t border-base-300">
			{rows.map(([name, value]) => (
				<div
					key={name}
					className="grid grid-cols-[minmax(7rem,1fr)_minmax(0,2fr)] gap-4 border-b border-base-300 py-2"
				>
					<dt className="text-muted">{name}</dt>
					<dd className="num whitespace-pre-line">{value}</dd>
				</div>
			))}
		</dl>
	);
}
