import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/accessibility.ts";
import text from "./accessibility.md?raw";
import { Blocks, parseSections } from "./markdown.tsx";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Accessibility",
		"This shop follows WCAG 2.2 level AA: what that means for you, how we test it, and what still needs work.",
	);

/** The claims of this page are tested with tests/support/accessibility.ts. */
export default function Accessibility() {
	return (
		<Page
			title="Accessibility"
			lead="Everyone who can use a wrench should be able to buy one here. We follow WCAG 2.2, level AA."
			width="text"
		>
			<div className="grid gap-8">
				{parseSections(text).map(({ heading, blocks }) => (
					<section key={heading} className="grid gap-3">
						<h2>{heading}</h2>
						<Blocks blocks={blocks} />
					</section>
				))}
			</div>
		</Page>
	);
}
