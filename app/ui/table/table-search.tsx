import { type FormEvent, type ReactNode, useId } from "react";
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
