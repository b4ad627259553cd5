import type { ReactNode } from "react";
import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { toolPath } from "#contract/shop.ts";
import type { BasketLine } from "#worker/shop/basket/view.ts";

type Props = { lines: readonly BasketLine[]; renderAction?: (line: BasketLine) => ReactNode };

/** How many tools a list has, and what those without a problem cost. */
export function describeTools(lines: Props["lines"], totalCents: number): string {
	const count = formatCount(lines.length, "tool");
	if (totalCents === 0) return count;
	const isComplete = lines.every((line) => line.totalCents !== null);
	return `${count}, ${formatCents(totalCents)} today${isComplete ? "" : ", not including tools with a problem"}`;
}

/** The tools of a saved list, with current prices and stock. */
export const ListLines = ({ lines, renderAction }: Props) => (
	<ul aria-label={formatCount(lines.length, "tool")} className="border-t border-base-300">
		{lines.map((line) => (
			<li
				key={line.productId}
				className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-base-300 py-3"
			>
				<ToolPicture img={line.img} width={48} />
				<div className="grid gap-0.5">
					{line.isPublished ? (
						<a href={toolPath(line.productId)} className="link font-semibold">
							{keepUnitsTogether(line.name)}
						</a>
					) : (
						<span className="font-semibold">{keepUnitsTogether(line.name)}</span>
					)}
					<p className="num text-sm text-muted">
						{formatCount(line.quantity, "piece")}
						{line.unitCents !== null && ` × ${formatCents(line.unitCents)}`}
						{line.partNumber && `, part number ${line.partNumber}`}
					</p>
					{line.problem && <p className="text-sm font-semibold text-error">{line.problem}</p>}
				</div>
				<div className="grid justify-items-end gap-1">
					<p className="num font-semibold">
						{line.totalCents === null ? "–" : formatCents(line.totalCents)}
					</p>
					{renderAction?.(line)}
				</div>
			</li>
		))}
	</ul>
);
