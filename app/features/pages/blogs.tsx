import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/blogs.ts";
import { answers } from "./blogs-answers.tsx";

export const handle = { static: true };

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Blogs",
		"Six answers from the workshop behind the shop: React performance, state, prototypes, search and unit tests.",
	);

export default function Blogs() {
	return (
		<Page
			title="Blogs"
			lead="How this shop is made: six questions we are asked, answered from what we do here."
			width="text"
		>
			<div id="faqs" className="grid gap-8 [&_code]:text-sm">
				{answers.map(({ id, question, answer }) => (
					<article key={id} id={id} className="grid gap-3 border-t border-base-300 pt-6">
						<h2 className="text-2xl">{question}</h2>
						{answer}
					</article>
				))}
			</div>
		</Page>
	);
}
