import type { ReactNode } from "react";

/** Names and values of one thing, a row each. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
	return (
		<dl className="facts">
			{rows.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
