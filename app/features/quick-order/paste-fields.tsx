import { Field, TextAreaField } from "#app/ui/field.tsx";
import { basketMax } from "#contract/limits.ts";

/** Text and file are read in the same way (form-lines.ts). */
export const PasteFields = ({ text, rows }: { text: string; rows: number }) => (
	<>
		<TextAreaField
			label="Lines"
			name="lines"
			rows={rows}
			defaultValue={text}
			spellCheck={false}
			autoComplete="off"
			placeholder={"TTD-1101, 12\nDeep impact socket set, 20"}
			hint={`Part number or name, and pieces; up to ${basketMax} lines`}
		/>
		<Field
			label="Or a file"
			name="file"
			type="file"
			accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
			hint="CSV or text, up to 256 kB"
		/>
	</>
);
