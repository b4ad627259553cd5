import type { ReactNode } from "react";
import { splitMeasures } from "#contract/measures.ts";

/** Prevents line breaks in measures such as "40–200 Nm". Uses CSS, so that copied text has only the stored characters. */
export const keepUnitsTogether = (text: string): ReactNode =>
	splitMeasures(text).map((part, index) =>
		index % 2 === 1 ? (
			<span key={index} className="whitespace-nowrap">
				{part}
			</span>
		) : (
			part
		),
	);
