import { Fragment } from "react";

/** Renders text in backticks as `<code>`. */
export const Inline = ({ text }: { text: string }) =>
	text
		.replace(/\n\s*/g, " ")
		.split("`")
		.map((part, index) => (
			<Fragment key={index}>{index % 2 === 0 ? part : <code>{part}</code>}</Fragment>
		));

function Block({ block }: { block: string }) {
	if (block.startsWith("    ")) {
		return (
			<pre className="rounded-md bg-base-200 p-4 text-sm whitespace-pre-wrap [tab-size:2]">
				<code>{block.replace(/^ {4}/gm, "")}</code>
			</pre>
		);
	}
	if (block.startsWith("- ")) {
		return (
			<ul className="grid list-disc gap-2 ps-5">
				{block
					.split(/^- /m)
					.filter(Boolean)
					.map((item) => (
						<li key={item}>
							<Inline text={item} />
						</li>
					))}
			</ul>
		);
	}
	return (
		<p>
			<Inline text={block} />
		</p>
	);
}

/** Splits text at its `##` headings. Blocks are paragraphs, `-` lists, or indented code, with `code` in backticks. */
export const parseSections = (text: string): { heading: string; blocks: string[] }[] =>
	text
		.split(/^## /m)
		.filter(Boolean)
		.map((section) => {
			const [heading = "", ...blocks] = section.trimEnd().split("\n\n");
			return { heading, blocks };
		});

export const Blocks = ({ blocks }: { blocks: string[] }) =>
	blocks.map((block) => <Block key={block} block={block} />);
