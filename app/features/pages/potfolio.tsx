import { pageMeta } from "#app/lib/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import type { Route } from "./+types/potfolio.ts";

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"Portfolio",
		"The developer behind Torque Tool Depot: skills, and the sites this shop is built with.",
	);

const skills = [
	["Languages", "TypeScript, JavaScript, SQL, HTML, CSS"],
	["Browser", "React, React Router, Tailwind CSS, accessible forms without JavaScript"],
	["Server", "Cloudflare Workers, Hono, D1 and SQLite, R2, Stripe payments"],
	["Testing", "Vitest, Playwright, axe, Lighthouse, property tests"],
] as const;

const sites = [
	["https://reactrouter.com/", "React Router", "Pages, loaders and actions of this shop"],
	["https://developers.cloudflare.com/workers/", "Cloudflare Workers", "Where the shop runs"],
	["https://developer.mozilla.org/", "MDN Web Docs", "The web platform's documentation"],
] as const;

export default function Portfolio() {
	return (
		<Page
			title="Portfolio"
			lead="I build shops that load fast, work without JavaScript, and count stock correctly. This is one of them."
			width="text"
		>
			<Section id="skills" title="Skills" isLarge className="grid gap-3">
				<dl className="border-t border-base-300">
					{skills.map(([area, skillList]) => (
						<div
							key={area}
							className="grid gap-x-6 border-b border-base-300 py-3 sm:grid-cols-[8rem_1fr]"
						>
							<dt className="font-semibold">{area}</dt>
							<dd>{skillList}</dd>
						</div>
					))}
				</dl>
			</Section>
			<Section id="sites" title="What I build with" isLarge className="grid gap-3">
				<ul className="grid gap-3">
					{sites.map(([href, name, description]) => (
						<li key={href} className="rounded-md border border-base-300 p-4">
							<a
								href={href}
								rel="noopener"
								className="link inline-flex items-center gap-2 font-semibold"
							>
								{name}
								<Icon name="arrow-right" size={18} />
							</a>
							<p className="text-muted">{description}</p>
						</li>
					))}
				</ul>
			</Section>
		</Page>
	);
}
