import { unbroken } from "#app/lib/unbroken.ts";
import { PathLink } from "#app/ui/path-link.tsx";
import { categories } from "#contract/categories.ts";
import type { FullProduct } from "#worker/shop/catalogue/read.ts";

/** Where a product stands in the shop: all tools, its category, itself. */
export const crumbsOf = ({ id, name, category }: Pick<FullProduct, "id" | "name" | "category">) => [
	{ label: "Tools", path: "/tools" },
	{ label: categories[category], path: `/tools?category=${category}` },
	{ label: name, path: `/tools/${id}` },
];

/** The way to a product; the last step is the page itself, unless that is its order form. */
export function Breadcrumb({ product, here }: { product: FullProduct; here: string }) {
	return (
		<nav aria-label="Breadcrumb">
			<ol className="crumbs">
				{crumbsOf(product).map(({ label, path }) => (
					<li key={path}>
						{path === here ? (
							<span aria-current="page">{unbroken(label)}</span>
						) : (
							<PathLink to={path} className="link">
								{unbroken(label)}
							</PathLink>
						)}
					</li>
				))}
			</ol>
		</nav>
	);
}
