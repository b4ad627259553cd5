import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/blogs.ts";
import text from "./blogs.md?raw";
import { Blocks, parseSections } from "./markdown.tsx";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Blogs",
		"Six answers from the developers of the shop: React performance, state, prototypes, search and unit tests.",
	);

/** The six questions of specification.md §2. Each heading in the file is `## id: question`. */
const articles = parseSections(text).map(({ heading, blocks }) => {
	const [id = "", question = ""] = heading.split(": ");
	return { id, question, blocks };
});

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
						<Blocks blocks={blocks} />
					</article>
				))}
			</div>
		</Page>
	);
}
