import type { ReactNode } from "react";

export type Detail = [name: string, value: ReactNode];

export const DetailList = ({ rows }: { rows: Detail[] }) => (
	<dl className="border-t border-base-300">
		{rows
			.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
			.map(([name, value]) => (
				<div key={name} className="detail border-b border-base-300">
					<dt className="text-muted">{name}</dt>
					<dd className="num whitespace-pre-line">{value}</dd>
				</div>
			))}
	</dl>
);
