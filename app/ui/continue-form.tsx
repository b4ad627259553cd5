import { Button } from "./button.tsx";
import { RemedyLink } from "./feedback.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

type Props = {
	fields: Record<string, string | number>;
	message: string;
	/** The code of the error, such as `unauthenticated`. */
	code: string | undefined;
	autoFocus?: boolean;
};

/** Sends the fields to the same URL again, after the user has logged in in another tab. */
export const ContinueForm = ({ fields, message, code, autoFocus }: Props) => (
	<form method="post" className="stack">
		<HiddenFields fields={Object.entries(fields)} />
		<p>
			{message}
			<RemedyLink code={code} /> in a new tab, then continue in this one.
		</p>
		<Button type="submit" variant="primary" className="justify-self-start" autoFocus={autoFocus}>
			Continue
		</Button>
	</form>
);
