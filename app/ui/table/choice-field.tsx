import { useEffect, useId, useRef } from "react";

type Props<Choice extends string> = {
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
export function ChoiceField<Choice extends string>(props: Props<Choice>) {
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
