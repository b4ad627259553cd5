import { unbroken } from "#app/lib/unbroken.ts";
import { PathLink } from "#app/ui/path-link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { Price } from "../price.tsx";

type Props = {
	/** For the heading's id. */
	id: string;
	title: string;
	tools: Product[];
};

/** A few tools in a row, small; nothing where there are none. */
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
							<span className="font-semibold">{unbroken(tool.name)}</span>
						</PathLink>
						<Price cents={tool.priceCents} each />
					</li>
				))}
			</ul>
		</section>
	);
}
