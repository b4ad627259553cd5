import { useEffect, useRef } from "react";
import { Form, Link, useLocation } from "react-router";
import { textLength } from "#contract/limits.ts";
import {
	differsFromDefault,
	type Filter,
	type Filters,
	type FilterValues,
} from "#contract/table-filters.ts";
import { Button } from "../button.tsx";
import { Field, SelectField } from "../field.tsx";
import { Icon } from "../icon.tsx";

type FieldProps = { name: string; filter: Filter; value: string | number | null | undefined };

/** Shows each new `value` in the field. A new `key` would remount the field, and lose its focus and any choice made before hydration. */
function useSyncedField<Field extends HTMLInputElement | HTMLSelectElement>(value: string) {
	const field = useRef<Field>(null);
	const lastValue = useRef(value);
	useEffect(() => {
		if (field.current && lastValue.current !== value) field.current.value = value;
		lastValue.current = value;
	}, [value]);
	return field;
}

function FilterField({
	name,
	filter: { label, choices, noFilterLabel, appliesToSearchOnly },
	value,
}: FieldProps) {
	const chosen = String(value ?? "");
	const field = useSyncedField<HTMLSelectElement>(chosen);
	return (
		<SelectField
			ref={field}
			label={label}
			name={name}
			defaultValue={chosen}
			data-submits={appliesToSearchOnly ? undefined : ""}
		>
			{noFilterLabel && <option value="">{noFilterLabel}</option>}
			{Object.entries(choices).map(([choice, text]) => (
				<option key={choice} value={choice}>
					{text}
				</option>
			))}
		</SelectField>
	);
}

type Props = {
	/** The label of the search field; undefined if there are only filters. */
	label: string | undefined;
	filters?: Filters | undefined;
	query: FilterValues & { search: string };
};

/** A GET form. With JavaScript, changing a filter submits it (app/client/forms.ts). */
export function TableSearch({ label, filters = {}, query }: Props) {
	const { search } = query;
	const field = useSyncedField<HTMLInputElement>(search);
	const isFilterChanged = differsFromDefault(filters, query);
	const { pathname } = useLocation();
	return (
		<Form role="search" className="table-search print:hidden" preventScrollReset>
			{Object.entries(filters).map(
				([name, filter]) =>
					(filter.isShown?.(query) ?? true) && (
						<FilterField key={name} name={name} filter={filter} value={query[name]} />
					),
			)}
			{label && (
				<Field
					ref={field}
					label={label}
					type="search"
					name="search"
					defaultValue={search}
					maxLength={textLength.tableSearch}
					autoCapitalize="none"
					autoComplete="off"
					spellCheck={false}
				/>
			)}
			<Button type="submit">
				<Icon name="search" size={18} />
				{label ? "Search" : "Show"}
			</Button>
			{(search || isFilterChanged) && (
				<Link to={pathname} className="link" preventScrollReset>
					{search ? "Clear search" : "Show all"}
				</Link>
			)}
		</Form>
	);
}
