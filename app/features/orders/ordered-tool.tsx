import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";

type OrderedToolProps = {
	order: {
		productId: string;
		toolName: string;
		toolPartNumber?: string | null;
		quantity: number;
		toolPriceCents: number;
	};
	/** Null if the tool is no longer sold. */
	img: string | null;
	isLink?: boolean;
};

export function OrderedTool({ order, img, isLink = false }: OrderedToolProps) {
	const { productId, toolName, toolPartNumber, quantity, toolPriceCents } = order;
	const name = keepUnitsTogether(toolName);
	return (
		<div className="flex gap-4">
			<ToolPicture img={img} width={96} />
			<div className="grid content-start gap-1">
				<p className="font-semibold">
					{formatInteger(quantity)} ×{" "}
					{isLink && img !== null ? (
						<a href={`/tools/${productId}`} className="link">
							{name}
						</a>
					) : (
						name
					)}
				</p>
				{toolPartNumber && <p className="num text-muted">Part number {toolPartNumber}</p>}
				<p className="num text-muted">{formatCents(toolPriceCents)} per piece</p>
			</div>
		</div>
	);
}
