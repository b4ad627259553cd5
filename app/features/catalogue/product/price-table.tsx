import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { getPriceSteps, type PriceList } from "#contract/price-breaks.ts";

type Props = { product: PriceList; unitCents: number };

/** Marks the row whose price is `unitCents`, the unit price that applies. */
export function PriceTable({ product, unitCents }: Props) {
	const rows = getPriceSteps(product);
	if (rows.length === 1) return null;
	return (
		<table className="price-table num">
			<caption className="sr-only">Price per piece</caption>
			<thead className="sr-only">
				<tr>
					<th scope="col">Pieces</th>
					<th scope="col">Price per piece</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(([pieces, cents]) => (
					<tr key={pieces} data-unit-cents={cents} aria-current={cents === unitCents || undefined}>
						<th scope="row">{formatInteger(pieces)}+</th>
						<td>{formatCents(cents)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
