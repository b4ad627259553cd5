import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useSubmit } from "react-router";
import { textLength } from "#contract/limits.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

type Props = {
	/** What the words are the beginning of: "Email starts with". */
	label: string;
	/** What is searched now; empty for nothing. */
	search: string;
	/** Whether anything but the words leaves rows out or changes their order. */
	chosen?: boolean;
	/** Choices before the words. */
	children?: ReactNode;
};

/**
 * Looks through a whole table by the beginning of one of its columns. It is a form that gets: it works without script.
 * With it, a choice is sent as it is made.
 */
export function TableSearch({ label, search, chosen = false, children }: Props) {
	const { pathname } = useLocation();
	const id = useId();
	const submit = useSubmit();
	const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
		if (!(target instanceof HTMLSelectElement) || !target.hasAttribute("data-sends")) return;
		submit(currentTarget, { preventScrollReset: true });
	};
	return (
		<Form role="search" className="table-search no-print" preventScrollReset onChange={onChange}>
			{children}
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
			{(search || chosen) && (
				<Link to={pathname} className="link" preventScrollReset>
					{search ? "Clear search" : "Show all"}
				</Link>
			)}
		</Form>
	);
}

type ChoiceProps<Choice extends string> = {
	label: string;
	name: string;
	/** Each choice with its words. */
	choices: Record<Choice, string>;
	/** What stands in the address; null for none of them. */
	chosen: Choice | null;
	/** The words of no choice, where there may be none: "All". */
	none?: string;
	/** Whether it says something by itself, and not only of what is typed beside it. */
	sends?: boolean;
};

/** One of a few choices in the search of a table. */
export function ChoiceField<Choice extends string>(props: ChoiceProps<Choice>) {
	const { label, name, choices, chosen, none, sends = true } = props;
	const id = useId();
	const field = useRef<HTMLSelectElement>(null);
	const written = useRef(chosen);
	useEffect(() => {
		/** Written, not rendered anew: who chose by keyboard is still there. What was chosen before the script came stays. */
		if (field.current && written.current !== chosen) field.current.value = chosen ?? "";
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
				defaultValue={chosen ?? ""}
				data-sends={sends ? "" : undefined}
			>
				{none && <option value="">{none}</option>}
				{Object.entries<string>(choices).map(([choice, words]) => (
					<option key={choice} value={choice}>
						{words}
					</option>
				))}
			</select>
		</div>
	);
}
