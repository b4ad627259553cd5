import { StockLabel } from "#app/features/catalogue/stock-label.tsx";
import { unbroken } from "#app/lib/unbroken.ts";
import { NothingYet, Panel } from "#app/ui/panel.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import type { Overview } from "#worker/shop/overview/read.ts";

/** The tools that run out first; each leads to where its stock is set. */
export const ScarceProducts = ({ products }: { products: Overview["scarce"] }) => (
	<Panel title="Low stock">
		{products.length === 0 ? (
			<NothingYet>Every tool has enough stock for two more orders.</NothingYet>
		) : (
			<ul className="overview-list">
				{products.map(({ id, name, ...stock }) => (
					<li key={id}>
						<PathLink to={`/dashbord/updateproducts/${id}`} className="link">
							{unbroken(name)}
						</PathLink>
						<StockLabel {...stock} />
					</li>
				))}
			</ul>
		)}
	</Panel>
);
