import type { ReactNode } from "react";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";

type Line = {
	key: string;
	tool: ReactNode;
	partNumber: string | null;
	/** Shown below the part number. */
	note?: string | null;
	pieces: number;
	priceCents: number;
};

type Props = { caption: string; lines: Line[]; children: ReactNode };

/**
 * The lines of an invoice or a quote.
 * @param children - the rows below the lines
 */
export const PricedLines = ({ caption, lines, children }: Props) => (
	<table className="num w-full border-collapse">
		<caption className="sr-only">{caption}</caption>
		<thead>
			<tr>
				<th scope="col">Tool</th>
				<th scope="col">Pieces</th>
				<th scope="col">Price per piece</th>
				<th scope="col">Amount</th>
			</tr>
		</thead>
		<tbody>
			{lines.map(({ key, tool, partNumber, note, pieces, priceCents }) => (
				<tr key={key}>
					<td>
						{tool}
						{partNumber && <div className="text-muted">Part number {partNumber}</div>}
						{note && <div className="text-muted">{note}</div>}
					</td>
					<td>{formatInteger(pieces)}</td>
					<td>{formatCents(priceCents)}</td>
					<td>{formatCents(pieces * priceCents)}</td>
				</tr>
			))}
		</tbody>
		<tfoot>{children}</tfoot>
	</table>
);

/** A row below the lines. */
export const SumRow = ({ children, cents }: { children: ReactNode; cents: number }) => (
	<tr>
		<th scope="row" colSpan={3}>
			{children}
		</th>
		<td>{formatCents(cents)}</td>
	</tr>
);
