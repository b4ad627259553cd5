import { Fragment } from "react";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/blogs.ts";
import text from "./blogs.md?raw";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Blogs",
		"Six answers from the developers of the shop: React performance, state, prototypes, search and unit tests.",
	);

/** The six questions of specification.md §2. In the file: `## id: question`, then blocks separated by empty lines. */
const articles = text.split(/^## /m).flatMap((part) => {
	const [, id, question, body] = /^([\w-]+): (.+)\n\n([\s\S]+)/.exec(part) ?? [];
	return id && body ? [{ id, question, blocks: body.trimEnd().split("\n\n") }] : [];
});

function Block({ block }: { block: string }) {
	if (block.startsWith("    ")) {
		return (
			<pre className="rounded-md bg-base-200 p-4 text-sm whitespace-pre-wrap [tab-size:2]">
				<code>{block.replace(/^ {4}/gm, "")}</code>
			</pre>
		);
	}
	const parts = block.replaceAll("\n", " ").split("`");
	return (
		<p>
			{parts.map((part, index) => (
				<Fragment key={index}>{index % 2 === 0 ? part : <code>{part}</code>}</Fragment>
			))}
		</p>
	);
}

export default function Blogs() {
	return (
		<Page
			title="Blogs"
			lead="How this shop is built: six common questions, with answers from our own code."
			width="text"
		>
			<div id="faqs" className="grid gap-8 [&_code]:text-sm">
				{articles.map(({ id, question, blocks }) => (
					<article key={id} id={id} className="grid gap-3 border-t border-base-300 pt-6">
						<h2 className="text-2xl">{question}</h2>
						{blocks.map((block) => (
							<Block key={block} block={block} />
						))}
					</article>
				))}
			</div>
		</Page>
	);
}
