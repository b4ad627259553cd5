import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { Section } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { getMinimumPriceCents } from "#contract/price-breaks.ts";
import type { Product } from "#worker/shop/catalogue/read.ts";
import { Price } from "../price-and-stock.tsx";

type Props = { id: string; title: string; tools: Product[] };

export function ToolRow({ id, title, tools }: Props) {
	if (tools.length === 0) return null;
	return (
		<Section id={id} title={title} isLarge className="grid gap-4 border-t border-base-300 pt-6">
			<ul className="grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-4 lg:gap-6 lg:has-[>:nth-child(5)]:grid-cols-6">
				{tools.map((tool) => (
					<li key={tool.id} className="grid content-start gap-1">
						<a href={`/tools/${tool.id}`} className="grid gap-2 underline-offset-3 hover:underline">
							<Picture
								src={tool.img}
								alt=""
								sizes="(min-width: 64rem) 280px, 50vw"
								loading="lazy"
								className="picture-box rounded-md"
							/>
							<span className="font-semibold">{keepUnitsTogether(tool.name)}</span>
						</a>
						<Price cents={getMinimumPriceCents(tool)} perPiece />
					</li>
				))}
			</ul>
		</Section>
	);
}
