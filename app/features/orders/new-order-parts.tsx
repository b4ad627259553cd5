import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Price, StockLabel } from "#app/features/catalogue/price-and-stock.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { WrappableText } from "#app/ui/line-breaks.tsx";
import { formatCents } from "#contract/money.ts";
import { findBrokenRule, type Orderable, totalCentsOf } from "#contract/order-rules.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import { type Draft, draftFields, newOrderPath } from "./new-order-draft.ts";

const HiddenFields = ({ draft }: { draft: Partial<Draft> }) =>
	draftFields(draft).map(([name, value]) => (
		<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
	));

/** A search whose result is shown below it. @param keep what the address contains besides the search */
export const SearchForm = (props: {
	name: "find" | "q";
	label: string;
	hint: string;
	value: string;
	keep: Partial<Draft>;
}) => (
	<Form method="get" role="search" preventScrollReset className="flex items-start gap-3">
		<HiddenFields draft={props.keep} />
		<div className="min-w-0 grow">
			<Field
				key={props.value}
				label={props.label}
				hint={props.hint}
				name={props.name}
				type="search"
				autoComplete="off"
				defaultValue={props.value}
			/>
		</div>
		<Button type="submit" className="mt-7.5">
			Search
		</Button>
	</Form>
);

export const Step = ({ title, children }: { title: string; children: ReactNode }) => (
	<section aria-label={title} className="grid gap-4 border-t border-base-300 pt-6">
		<h2 className="text-xl">{title}</h2>
		{children}
	</section>
);

export type DraftCustomer = { id: string; name: string; email: string; problem: string | null };

export const FoundCustomers = (props: { customers: DraftCustomer[]; draft: Draft }) => (
	<ul className="grid">
		{props.customers.map(({ id, name, email, problem }) => (
			<li
				key={id}
				className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-base-300 py-2"
			>
				<div className="min-w-0">
					<p className="font-semibold">{name}</p>
					<p className="text-muted">
						<WrappableText text={email} />
					</p>
					{problem && <p className="field-error">{problem}</p>}
				</div>
				{!problem && (
					<Link
						className="btn btn-plain btn-sm"
						to={newOrderPath({ ...props.draft, customer: id, find: "" })}
						preventScrollReset
						aria-label={`Order for ${name}, ${email}`}
					>
						Choose
					</Link>
				)}
			</li>
		))}
	</ul>
);

export type DraftTool = Orderable & { id: string; name: string; partNumber: string | null };

type QuantityProps = { tool: DraftTool; draft: Draft; quantity: number; label: string };

/** Adds a tool, or changes its quantity. */
const QuantityForm = ({ tool, draft, quantity, label }: QuantityProps) => (
	<Form method="get" preventScrollReset className="flex items-end gap-2">
		<HiddenFields draft={{ ...draft, q: "" }} />
		<input type="hidden" name="add" value={tool.id} />
		<label className="grid gap-1">
			<span className="sr-only">Pieces of {tool.name}</span>
			<input
				key={quantity}
				className="input w-28"
				name="quantity"
				type="number"
				inputMode="numeric"
				min={tool.minimum}
				step={tool.orderMultiple}
				defaultValue={quantity}
			/>
		</label>
		<Button type="submit" size="sm" aria-label={`${label}: ${tool.name}`}>
			{label}
		</Button>
	</Form>
);

const ToolName = ({ tool }: { tool: DraftTool }) => (
	<>
		<p className="font-semibold">{tool.name}</p>
		<p className="flex flex-wrap gap-x-4 text-muted">
			{tool.partNumber && <span className="num">{tool.partNumber}</span>}
			<Price cents={tool.priceCents} perPiece />
			<StockLabel quantity={tool.quantity} minimum={tool.minimum} />
		</p>
	</>
);

export const FoundTools = ({ tools, draft }: { tools: DraftTool[]; draft: Draft }) => (
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
					draft={draft}
					quantity={Math.max(tool.minimum, tool.orderMultiple)}
					label="Add"
				/>
			</li>
		))}
	</ul>
);

export type DraftToolLine = { tool: DraftTool; quantity: number };

export const totalOfLines = (lines: DraftToolLine[]): number =>
	lines.reduce((sum, { tool, quantity }) => sum + totalCentsOf(tool, quantity), 0);

export const Lines = ({ lines, draft }: { lines: DraftToolLine[]; draft: Draft }) => (
	<>
		<ul className="grid">
			{lines.map(({ tool, quantity }) => {
				const broken = findBrokenRule(tool, quantity);
				const others = draft.lines.filter(({ productId }) => productId !== tool.id);
				return (
					<li
						key={tool.id}
						className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 py-3"
					>
						<div className="min-w-0">
							<ToolName tool={tool} />
							{broken ? (
								<p className="field-error" role="alert">
									{broken.message}
								</p>
							) : (
								<p className="num">
									{formatCents(unitPriceCents(tool, quantity))} × {quantity} ={" "}
									{formatCents(totalCentsOf(tool, quantity))}
								</p>
							)}
						</div>
						<div className="flex flex-wrap items-center gap-2">
							<QuantityForm tool={tool} draft={draft} quantity={quantity} label="Update" />
							<Link
								className="btn btn-ghost btn-sm"
								to={newOrderPath({ ...draft, lines: others })}
								preventScrollReset
								aria-label={`Remove ${tool.name}`}
							>
								Remove
							</Link>
						</div>
					</li>
				);
			})}
		</ul>
		<p className="flex items-baseline justify-between border-t border-base-300 pt-4 text-lg">
			Total
			<span className="num text-2xl font-semibold">{formatCents(totalOfLines(lines))}</span>
		</p>
	</>
);
