import { type FormEvent, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { dollarsFromCents } from "#contract/money.ts";
import {
	defaultSort,
	readToolsQuery,
	type ToolsQuery,
	toolsPath,
} from "#contract/schemas/finding.ts";

const dollars = (cents: number | null) => (cents === null ? "" : String(dollarsFromCents(cents)));

const paramsOf = (form: HTMLFormElement) =>
	new URLSearchParams(
		[...new FormData(form)].flatMap(([name, value]) =>
			typeof value === "string" ? [[name, value]] : [],
		),
	);

function HiddenFilters({ query: { q, category, sort } }: { query: ToolsQuery }) {
	const kept = { q, category, sort: sort === defaultSort(q) ? null : sort };
	return Object.entries(kept).map(
		([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
	);
}

function PriceField({ label, name, cents }: { label: string; name: string; cents: number | null }) {
	const id = useId();
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<input
				id={id}
				name={name}
				className="input"
				type="number"
				inputMode="decimal"
				min="0"
				max="999999.99"
				step="any"
				placeholder="$"
				defaultValue={dollars(cents)}
			/>
		</div>
	);
}

/** Applies a press of the box that came before scripts ran. The form's `autocomplete` keeps the browser from filling it in. */
function useEarlyPress(stock: boolean) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current && box.current.checked !== stock) box.current.form?.requestSubmit();
	}, [stock]);
	return box;
}

/** With script its address has only what was filled in. */
export function PriceForm({ query }: { query: ToolsQuery }) {
	const navigate = useNavigate();
	const box = useEarlyPress(query.stock);
	const apply = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		navigate(toolsPath(readToolsQuery(paramsOf(event.currentTarget))), {
			preventScrollReset: true,
		});
	};
	return (
		<form
			action="/tools"
			autoComplete="off"
			onSubmit={apply}
			className="price-form"
			key={toolsPath(query)}
		>
			<HiddenFilters query={query} />
			<fieldset>
				<legend>Price per piece, in dollars</legend>
				<PriceField label="From" name="min" cents={query.min} />
				<PriceField label="To" name="max" cents={query.max} />
			</fieldset>
			<label className="flex min-h-11 cursor-pointer items-center gap-3">
				<input
					ref={box}
					type="checkbox"
					name="stock"
					value="in"
					className="checkbox"
					defaultChecked={query.stock}
					onChange={(event) => event.currentTarget.form?.requestSubmit()}
				/>
				In stock only
			</label>
			<Button type="submit">Apply</Button>
		</form>
	);
}
