import { Fragment } from "react";

const maxPartLength = 18;

const splitText = (text: string): string[] =>
	text
		.split(/(?<=@)|(?=\/)/)
		.flatMap((part) => (part.length > maxPartLength ? part.split(/(?<=[._+-])/) : part));

/** Text such as an email address or a path that may wrap after "@", before "/" and, in long parts, after ".", "_", "+" or "-". */
export const WrappableText = ({ text }: { text: string }) =>
	splitText(text).map((part, index) => (
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{part}
		</Fragment>
	));

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
