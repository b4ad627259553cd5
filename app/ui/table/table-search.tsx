import { type FormEvent, useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useSubmit } from "react-router";
import { textLength } from "#contract/limits.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { type Filter, type Filters, isChanged, type TableValues } from "./table-query.ts";

type FieldProps = { name: string; filter: Filter; value: string | number | null | undefined };

function FilterField({ name, filter: { label, choices, all, ofSearch }, value }: FieldProps) {
	const chosen = value ?? "";
	const id = useId();
	const field = useRef<HTMLSelectElement>(null);
	const written = useRef(chosen);
	useEffect(() => {
		// Written, not remounted: the focus stays. A choice made before the script ran stays too.
		if (field.current && written.current !== chosen) field.current.value = String(chosen);
		written.current = chosen;
	}, [chosen]);
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<select
				ref={field}
				id={id}
				name={name}
				className="input"
				defaultValue={chosen}
				data-sends={ofSearch ? undefined : ""}
			>
				{all && <option value="">{all}</option>}
				{Object.entries(choices).map(([choice, text]) => (
					<option key={choice} value={choice}>
						{text}
					</option>
				))}
			</select>
		</div>
	);
}

type Props = {
	/** What the words are the beginning of: "Email starts with". */
	label: string;
	filters?: Filters | undefined;
	query: TableValues & { search: string };
};

/** A GET form, so it works without script; with it, a choice is sent as it is made. */
export function TableSearch({ label, filters = {}, query }: Props) {
	const { search } = query;
	const changed = isChanged(filters, query);
	const { pathname } = useLocation();
	const id = useId();
	const submit = useSubmit();
	const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
		if (!(target instanceof HTMLSelectElement) || !target.hasAttribute("data-sends")) return;
		submit(currentTarget, { preventScrollReset: true });
	};
	return (
		<Form
			role="search"
			className="table-search print:hidden"
			preventScrollReset
			onChange={onChange}
		>
			{Object.entries(filters).map(
				([name, filter]) =>
					(filter.isShown?.(query) ?? true) && (
						<FilterField key={name} name={name} filter={filter} value={query[name]} />
					),
			)}
			<div className="field">
				<label htmlFor={id}>{label}</label>
				<input
					key={search}
					id={id}
					type="search"
					name="search"
					className="input"
					defaultValue={search}
					maxLength={textLength.search}
					autoCapitalize="none"
					autoComplete="off"
					spellCheck={false}
				/>
			</div>
			<Button type="submit">
				<Icon name="search" size={18} />
				Search
			</Button>
			{(search || changed) && (
				<Link to={pathname} className="link" preventScrollReset>
					{search ? "Clear search" : "Show all"}
				</Link>
			)}
		</Form>
	);
}
