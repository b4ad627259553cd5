import { Fragment } from "react";

/** Characters that a part keeps together. */
const maxChunk = 18;

const partsOf = (text: string): string[] =>
	text
		.split(/(?<=@)/)
		.flatMap((part) => (part.length > maxChunk ? part.split(/(?<=[._+-])/) : part));

/** A long word such as an email: where it does not fit, it breaks behind "@", or a dot of a long part, not in a name. */
export const WrappableText = ({ text }: { text: string }) =>
	partsOf(text).map((part, index) => (
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	));

/** An id of a payment or an order, if there is one: where it does not fit, it breaks into two halves. */
export function WrappableId({ text }: { text: string | null }) {
	if (text === null) return null;
	const middle = Math.ceil(text.length / 2);
	return (
		<span className="num text-sm">
			{text.slice(0, middle)}
			<wbr />
			{text.slice(middle)}
		</span>
	);
}
