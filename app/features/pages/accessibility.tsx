import { pageMeta } from "#app/lib/page-meta.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/accessibility.ts";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Accessibility",
		"This shop keeps to WCAG 2.2 level AA: what that means here, how it is checked, and what is not as good as it should be.",
	);

/** What is claimed, and how it is known (WCAG 2.2; tests/support/accessibility.ts). */
export default function Accessibility() {
	return (
		<Page
			title="Accessibility"
			lead="Everyone who can use a spanner should be able to buy one here. We keep to WCAG 2.2, level AA."
			width="text"
		>
			<div className="grid gap-8">
				<section className="grid gap-3">
					<h2>What you can count on</h2>
					<ul className="grid list-disc gap-2 ps-5">
						<li>
							Everything can be reached and done with a keyboard alone, and you see where you are.
						</li>
						<li>
							Screen readers announce the name and the state of every control, and when something
							changes.
						</li>
						<li>
							Pages can be enlarged to 400 %, and your own spacing and colors of text are respected.
						</li>
						<li>
							Text and controls have AA contrast in both themes. Switch at the bottom of any page.
						</li>
						<li>Nothing moves when you have asked your device for less motion.</li>
						<li>
							You can find, order and cancel without JavaScript. Only paying by card needs it.
						</li>
					</ul>
				</section>
				<section className="grid gap-3">
					<h2>How we check</h2>
					<p>
						Every page, in every state that we know of, is tested before a change goes out: with the
						axe rules for WCAG 2.2 A and AA, light and dark, on a phone's and a desk's width,
						enlarged to 200 % and 400 %, and with wider text. Ordering and paying are tested by
						keyboard alone. No test replaces people: we have not had the shop audited from outside.
					</p>
				</section>
				<section className="grid gap-3">
					<h2>What is not good enough yet</h2>
					<ul className="grid list-disc gap-2 ps-5">
						<li>
							The card fields are our payment provider's. We label them but cannot change them.
						</li>
						<li>Pictures in reviews come from shoppers and are not described.</li>
						<li>The site is available in English only.</li>
					</ul>
				</section>
				<section className="grid gap-3">
					<h2>Tell us</h2>
					<p>
						Did something keep you out? Reply to any email from us and say which page it was and
						what you use. We fix barriers before we build anything new.
					</p>
				</section>
			</div>
		</Page>
	);
}
