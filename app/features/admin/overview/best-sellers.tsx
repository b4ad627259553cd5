import { unbroken } from "#app/lib/unbroken.ts";
import { NothingYet, Panel } from "#app/ui/panel.tsx";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Overview } from "#worker/shop/overview/read.ts";

/** The tools of which most pieces were sold since the shop opened. */
export const BestSellers = ({ products }: { products: Overview["bestSellers"] }) => (
	<Panel title="Best sellers" aside={<span className="text-sm text-muted">of all time</span>}>
		{products.length === 0 ? (
			<NothingYet>This list starts with your first paid order.</NothingYet>
		) : (
			<ol className="overview-list">
				{products.map(({ id, name, pieces, revenueCents, deletedAt }) => (
					<li key={id}>
						<span>
							{unbroken(name)}
							{deletedAt && <span className="text-muted"> (no longer sold)</span>}
						</span>
						<span className="num text-end">
							<strong>{formatWhole(pieces)}</strong> pieces
							<span className="block text-sm text-muted">{formatCents(revenueCents)}</span>
						</span>
					</li>
				))}
			</ol>
		)}
	</Panel>
);
