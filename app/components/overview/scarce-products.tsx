import type { Overview } from "#worker/shop/overview/read.ts";
import { PathLink } from "../ui/path-link.tsx";
import { StockLabel } from "../ui/stock-label.tsx";
import { unbroken } from "../ui/unbroken.ts";
import { NothingYet, Panel } from "./panel.tsx";

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
