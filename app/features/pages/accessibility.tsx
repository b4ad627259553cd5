import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/accessibility.ts";

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
				<section className="grid gap-3">
					<h2>What you can count on</h2>
					<ul className="grid list-disc gap-2 ps-5">
						<li>
							You can do everything with a keyboard alone, and you can see which element has the
							focus.
						</li>
						<li>
							Screen readers announce the name and the state of every control, and every change.
						</li>
						<li>You can zoom pages to 400%, and use your own text spacing and colors.</li>
						<li>
							Text and controls have AA contrast in both themes. You can switch the theme at the
							bottom of any page.
						</li>
						<li>Nothing moves if your device is set to reduce motion.</li>
						<li>
							You can find tools, order and cancel without JavaScript. Only paying by card needs it.
						</li>
					</ul>
				</section>
				<section className="grid gap-3">
					<h2>How we test</h2>
					<p>
						Before each release we test every page with the axe rules for WCAG 2.2 A and AA: light
						and dark, at phone and desktop width, at 200% and 400% zoom, and with wider text. We
						also test ordering and paying with a keyboard alone. Automated tests cannot find every
						problem, and the shop has not had an independent audit.
					</p>
				</section>
				<section className="grid gap-3">
					<h2>What still needs work</h2>
					<ul className="grid list-disc gap-2 ps-5">
						<li>
							The card fields belong to our payment provider. We label them but cannot change them.
						</li>
						<li>Pictures in reviews come from customers and have no descriptions.</li>
						<li>The site is available in English only.</li>
					</ul>
				</section>
				<section className="grid gap-3">
					<h2>Tell us</h2>
					<p>
						Did you run into a barrier? Reply to any email from us, and tell us the page and the
						browser or assistive technology that you use. We fix barriers before we build anything
						new.
					</p>
				</section>
			</div>
		</Page>
	);
}
