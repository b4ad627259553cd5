import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { Price } from "../price-and-stock.tsx";

type Props = { id: string; title: string; tools: Product[] };

/** A few small tools under a page. */
export function ToolRow({ id, title, tools }: Props) {
	if (tools.length === 0) return null;
	return (
		<section aria-labelledby={id} className="grid gap-4 border-t border-base-300 pt-6">
			<h2 id={id} className="text-2xl">
				{title}
			</h2>
			<ul className="tool-row">
				{tools.map((tool) => (
					<li key={tool.id}>
						<PathLink to={`/tools/${tool.id}`} prefetch="intent">
							<Picture
								src={tool.img}
								alt=""
								sizes="(min-width: 64rem) 280px, 50vw"
								loading="lazy"
							/>
							<span className="font-semibold">{keepUnitsTogether(tool.name)}</span>
						</PathLink>
						<Price cents={tool.priceCents} each />
					</li>
				))}
			</ul>
		</section>
	);
}
