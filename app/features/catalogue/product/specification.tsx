import { unbroken } from "#app/lib/unbroken.ts";

/** The measures and materials of a product, a row each. */
export function Specification({ rows }: { rows: readonly (readonly [string, string])[] }) {
	if (rows.length === 0) return null;
	return (
		<section aria-labelledby="specification" className="grid gap-4">
			<h2 id="specification">Specification</h2>
			<table className="specification">
				<tbody>
					{rows.map(([name, value], index) => (
						<tr key={index}>
							<th scope="row">{unbroken(name)}</th>
							<td className="num">{unbroken(value)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
