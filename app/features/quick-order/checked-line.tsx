import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { Button } from "#app/ui/button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { quantityTextMax, textLength } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import type { CheckedLine as Line } from "#worker/shop/quick-order/check.ts";

type Tool = NonNullable<Line["tool"]>;

function MatchedTool({ tool, mergedLineCount }: { tool: Tool; mergedLineCount: number }) {
	const { productId, name, partNumber, img, unitCents, nextBreak } = tool;
	return (
		<div className="flex gap-3">
			<ToolPicture img={img} width={48} />
			<div className="grid content-start gap-0.5">
				<a
					href={`/tools/${productId}`}
					className="font-semibold underline-offset-3 hover:underline"
				>
					{keepUnitsTogether(name)}
				</a>
				<p className="num text-sm text-muted">
					{partNumber && `Part number ${partNumber}, `}
					{unitCents !== null && `${formatCents(unitCents)} per piece`}
					{nextBreak && `, ${formatCents(nextBreak[1])} from ${formatInteger(nextBreak[0])}`}
				</p>
				{mergedLineCount > 1 && (
					<p className="text-sm text-muted">{`${mergedLineCount} lines for this tool, combined.`}</p>
				)}
			</div>
		</div>
	);
}

/** Describes a tool that the line could mean. */
const describeChoice = ({ unitCents, minimum, problem, partNumber }: Tool): string =>
	[
		partNumber && `Part number ${partNumber}`,
		unitCents !== null && `${formatCents(unitCents)} per piece`,
		minimum > 1 && `minimum\u00a0${formatInteger(minimum)}`,
		problem?.startsWith("Out of stock") && "out of stock",
	]
		.filter(Boolean)
		.join(", ");

const Choices = ({ index, choices }: { index: number; choices: Tool[] }) => (
	<fieldset className="grid gap-1">
		<legend className="sr-only">{`Tools for line ${index + 1}`}</legend>
		{choices.map((tool) => (
			<label key={tool.productId} className="flex items-center gap-3 py-1">
				<input
					type="radio"
					className="checkbox shrink-0"
					name={`tool-${index}`}
					value={tool.productId}
				/>
				<ToolPicture img={tool.img} width={48} />
				<span className="grid">
					<span className="font-semibold">{keepUnitsTogether(tool.name)}</span>
					<span className="num text-sm text-muted">{describeChoice(tool)}</span>
				</span>
			</label>
		))}
	</fieldset>
);

/** Changes the quantity to the nearest one that can be ordered. */
function SetQuantityButton({ line, index }: { line: Line; index: number }) {
	const { tool, result } = line;
	const orderableQuantity = tool?.orderableQuantity ?? null;
	if (!tool || orderableQuantity === null || result === "no_quantity") return null;
	const label = orderableQuantity > tool.quantity ? "Raise to" : "Reduce to";
	return (
		<Button type="submit" size="sm" name="set" value={`${index}:${orderableQuantity}`}>
			{label} {formatInteger(orderableQuantity)}
			<span className="sr-only"> pieces of {tool.name}</span>
		</Button>
	);
}

/** Shows the fields of a line, which form-lines.ts reads, and the result of its check. */
export function CheckedLine({ line, index }: { line: Line; index: number }) {
	const { item, quantity, result, message, tool, choices, mergedLineCount } = line;
	const id = `line-${index}`;
	const isItemWrong = result === "not_found" || choices.length > 0;
	const messageId = message ? `${id}-message` : undefined;
	return (
		<li
			id={id}
			className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)_7rem] gap-x-4 gap-y-2 border-b border-base-300 py-4 md:grid-cols-[minmax(0,12rem)_6rem_minmax(0,1fr)_auto]"
		>
			<input type="hidden" name="checked-item" value={item} />
			{tool && <input type="hidden" name={`tool-${index}`} value={tool.productId} />}
			<label className="grid content-start gap-1 text-sm text-muted">
				<span>
					<span className="sr-only">{`Line ${index + 1}, `}</span>Part number or name
				</span>
				<input
					className="input text-base-content"
					name="item"
					maxLength={textLength.name}
					defaultValue={item}
					aria-invalid={isItemWrong || undefined}
					aria-describedby={isItemWrong ? messageId : undefined}
				/>
			</label>
			<label className="grid content-start gap-1 text-sm text-muted">
				<span>
					<span className="sr-only">{`Line ${index + 1}, `}</span>Pieces
				</span>
				<input
					className="input num text-base-content"
					name="quantity"
					inputMode="numeric"
					maxLength={quantityTextMax}
					defaultValue={quantity}
					aria-invalid={(!isItemWrong && message !== null) || undefined}
					aria-describedby={isItemWrong ? undefined : messageId}
				/>
			</label>
			<div className="col-span-full grid content-start gap-2 md:col-span-1">
				{tool && <MatchedTool tool={tool} mergedLineCount={mergedLineCount} />}
				{message && (
					<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<p id={messageId} className="text-sm font-semibold text-error">
							{message}
						</p>
						<SetQuantityButton line={line} index={index} />
					</div>
				)}
				{choices.length > 0 && <Choices index={index} choices={choices} />}
			</div>
			<div className="col-span-full flex items-center justify-between gap-4 md:col-span-1 md:grid md:content-start md:justify-items-end md:gap-1">
				<p className="num font-semibold">
					{tool && tool.totalCents !== null && result === "found" && (
						<>
							<span className="sr-only">{formatCount(tool.quantity, "piece")}: </span>
							{formatCents(tool.totalCents)}
						</>
					)}
				</p>
				<Button type="submit" variant="quiet" size="sm" name="remove" value={index}>
					Remove<span className="sr-only"> line {index + 1}</span>
				</Button>
			</div>
		</li>
	);
}
