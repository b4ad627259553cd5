import { Button } from "./button.tsx";
import { RemedyLink } from "./feedback.tsx";

type Fields = Record<string, string | number>;

export const HiddenFields = ({ fields }: { fields: Fields }) =>
	Object.entries(fields).map(([name, value]) => (
		<input key={name} type="hidden" name={name} value={value} />
	));

type Props = {
	fields: Fields;
	message: string;
	/** The code of the error, such as `unauthenticated`. */
	code: string | undefined;
	autoFocus?: boolean;
};

/** Sends the fields to the same URL again, after the user has logged in in another tab. */
export const ContinueForm = ({ fields, message, code, autoFocus }: Props) => (
	<form method="post" className="stack">
		<HiddenFields fields={fields} />
		<p>
			{message}
			<RemedyLink code={code} /> in a new tab, then continue in this one.
		</p>
		<Button type="submit" variant="primary" className="justify-self-start" autoFocus={autoFocus}>
			Continue
		</Button>
	</form>
);
