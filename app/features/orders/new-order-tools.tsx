import { Price, StockLabel } from "#app/features/catalogue/price-and-stock.tsx";
import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { lines_rejected } from "#contract/error-table/orders.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { computeTotalCents, findBrokenRule, type Orderable } from "#contract/order-rules.ts";
import { getMinimumPriceCents, getUnitPriceCents } from "#contract/price-breaks.ts";
import type { OrderDraft, SubmittedFields } from "./new-order-draft.ts";
import { DraftForm, DraftSearchForm, NewOrderStep } from "./new-order-forms.tsx";

type DraftTool = Orderable & { id: string; name: string; partNumber: string | null };

/** `tool` is null if it is no longer sold. */
export type LineWithTool = { productId: string; quantity: number; tool: DraftTool | null };

type DraftProps = {
	draft: OrderDraft;
	submittedFields: SubmittedFields | null;
};

type QuantityProps = DraftProps & { tool: DraftTool; quantity: number; label: string };

/** Adds the tool, or changes its quantity if the order already has it (`withAddedLine`). */
const QuantityForm = ({ tool, draft, submittedFields, quantity, label }: QuantityProps) => (
	<DraftForm
		draft={{ ...draft, q: "" }}
		submittedFields={submittedFields}
		className="flex flex-wrap items-end gap-2"
	>
		<input type="hidden" name="add" value={tool.id} />
		<label className="grid w-24 gap-1">
			<span className="sr-only">Pieces of {tool.name}</span>
			<input
				key={quantity}
				className="input"
				name="quantity"
				type="number"
				inputMode="numeric"
				min={tool.minimum}
				step={tool.orderMultiple}
				defaultValue={quantity}
			/>
		</label>
		<Button type="submit" aria-label={`${label}: ${tool.name}`}>
			{label}
		</Button>
	</DraftForm>
);

const RemoveForm = ({ line, draft, submittedFields }: DraftProps & { line: LineWithTool }) => (
	<DraftForm
		draft={{
			...draft,
			lines: draft.lines.filter(({ productId }) => productId !== line.productId),
		}}
		submittedFields={submittedFields}
		className="flex"
	>
		<Button
			type="submit"
			variant="quiet"
			aria-label={`Remove ${line.tool?.name ?? "the tool that is no longer sold"}`}
		>
			Remove
		</Button>
	</DraftForm>
);

const ToolName = ({ tool }: { tool: DraftTool }) => (
	<>
		<p className="font-semibold">{keepUnitsTogether(tool.name)}</p>
		<p className="flex flex-wrap gap-x-4 text-muted">
			{tool.partNumber && <span className="num">{tool.partNumber}</span>}
			<Price cents={getMinimumPriceCents(tool)} perPiece />
			<StockLabel quantity={tool.quantity} minimum={tool.minimum} />
		</p>
	</>
);

const FoundTools = ({ tools, ...shared }: DraftProps & { tools: DraftTool[] }) => (
	<ul className="grid">
		{tools.map((tool) => (
			<li
				key={tool.id}
				className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 py-3"
			>
				<div className="min-w-0">
					<ToolName tool={tool} />
				</div>
				<QuantityForm
					tool={tool}
					quantity={Math.max(tool.minimum, tool.orderMultiple)}
					label="Add"
					{...shared}
				/>
			</li>
		))}
	</ul>
);

export const sumLines = (lines: LineWithTool[]): number =>
	lines.reduce(
		(sum, { tool, quantity }) => sum + (tool ? computeTotalCents(tool, quantity) : 0),
		0,
	);

type LineProps = DraftProps & { line: LineWithTool; problem: string | undefined };

function Line({ line, problem, ...shared }: LineProps) {
	const { tool, quantity } = line;
	const error = tool ? (findBrokenRule(tool, quantity)?.message ?? problem) : undefined;
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 py-3">
			<div className="min-w-0 grow basis-60">
				{tool ? (
					<>
						<ToolName tool={tool} />
						<p className="num">
							{formatInteger(quantity)} × {formatCents(getUnitPriceCents(tool, quantity))} ={" "}
							<span className="font-semibold">
								{formatCents(computeTotalCents(tool, quantity))}
							</span>
						</p>
					</>
				) : (
					<p role="alert" className="field-error">
						This tool is no longer sold. Remove it to place the order.
					</p>
				)}
				{error && (
					<p role="alert" className="field-error">
						{error}
					</p>
				)}
			</div>
			<div className="flex flex-wrap items-center gap-2">
				{tool && <QuantityForm tool={tool} quantity={quantity} label="Update" {...shared} />}
				<RemoveForm line={line} {...shared} />
			</div>
		</li>
	);
}

type Props = DraftProps & {
	lines: LineWithTool[];
	foundTools: DraftTool[];
	/** Why lines cannot be ordered, keyed by tool id. */
	lineProblems: Record<string, string>;
};

export const ToolsStep = ({ draft, submittedFields, lines, foundTools, lineProblems }: Props) => (
	<NewOrderStep title="Tools">
		{Object.keys(lineProblems).length > 0 && (
			// biome-ignore lint/a11y/noAutofocus: otherwise focus would be at the top of the new page, far from the message
			<div tabIndex={-1} autoFocus className="outline-none">
				<Alert tone="error">{lines_rejected.message}</Alert>
			</div>
		)}
		{lines.length > 0 && (
			<>
				<ul className="grid">
					{lines.map((line) => (
						<Line
							key={line.productId}
							line={line}
							problem={lineProblems[line.productId]}
							draft={draft}
							submittedFields={submittedFields}
						/>
					))}
				</ul>
				<p className="flex items-baseline justify-between border-t border-base-300 pt-4 text-lg">
					Total
					<span className="num text-2xl font-semibold">{formatCents(sumLines(lines))}</span>
				</p>
			</>
		)}
		<DraftSearchForm
			name="q"
			label="Add a tool"
			hint="Part number or name"
			value={draft.q}
			draft={{ ...draft, q: "" }}
			submittedFields={submittedFields}
		/>
		{draft.q && foundTools.length === 0 && <p role="status">No tools found.</p>}
		<FoundTools tools={foundTools} draft={draft} submittedFields={submittedFields} />
	</NewOrderStep>
);
