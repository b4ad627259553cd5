import { useId } from "react";

type Props<Choice extends string> = {
	label: string;
	name: string;
	/** Each choice with its words. */
	choices: Record<Choice, string>;
	/** What stands in the address; null for none of them. */
	chosen: Choice | null;
	/** The words of no choice, where there may be none: "All". */
	none?: string;
};

/** One of a few choices in the search of a table. */
export function ChoiceField<Choice extends string>(props: Props<Choice>) {
	const { label, name, choices, chosen, none } = props;
	const id = useId();
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<select key={chosen} id={id} name={name} className="input" defaultValue={chosen ?? ""}>
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
