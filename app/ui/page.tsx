import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useIsHydrating } from "#app/lib/use-is-hydrating.ts";

const widths = { form: "max-w-md", text: "max-w-text", wide: "max-w-full" };

type Props = {
	title: string;
	lead?: ReactNode;
	width?: keyof typeof widths;
	back?: { to: string; label: string };
	actions?: ReactNode;
	/** Omits `main` and the margins, which the dashboard already has. */
	inDashboard?: boolean;
	children: ReactNode;
};

/** Focuses the heading, so that screen readers read it, after a client navigation and when the heading changes. */
function useFocusOnNewHeading(title: string) {
	const heading = useRef<HTMLHeadingElement>(null);
	const isHydrating = useIsHydrating();
	const [initialHeading] = useState({ title, isFromServer: isHydrating });
	useEffect(() => {
		const isInitialTitle = title === initialHeading.title;
		// React Router restores the scroll position of a page that the user went back to.
		if (!isInitialTitle || !initialHeading.isFromServer)
			heading.current?.focus({ preventScroll: isInitialTitle });
	}, [title, initialHeading]);
	return heading;
}

export function Page(props: Props) {
	const { title, lead, width = "wide", back, actions, inDashboard, children } = props;
	const heading = useFocusOnNewHeading(title);
	const content = (
		<div className={inDashboard ? "" : "wide pt-6 pb-16"}>
			<div className={`grid gap-6 ${widths[width]} ${inDashboard ? "" : "mx-auto"}`}>
				<header className="grid gap-2">
					{back && (
						<Link to={back.to} className="link justify-self-start text-sm print:hidden">
							{back.label}
						</Link>
					)}
					<div className="flex flex-wrap items-start justify-between gap-4 sm:flex-nowrap">
						<div className="grid gap-2">
							<h1
								ref={heading}
								className={`outline-none ${inDashboard ? "text-3xl" : ""}`}
								tabIndex={-1}
							>
								{title}
							</h1>
							{lead && <p className="max-w-text text-lg text-muted">{lead}</p>}
						</div>
						{actions}
					</div>
				</header>
				{children}
			</div>
		</div>
	);
	if (inDashboard) return content;
	return (
		<main id="main" tabIndex={-1}>
			{content}
		</main>
	);
}

type SectionProps = {
	id: string;
	title: ReactNode;
	isLarge?: boolean;
	className: string;
	children: ReactNode;
};

/** A page section that is labeled by its heading. `id` is the heading's id. */
export const Section = ({ id, title, isLarge, className, children }: SectionProps) => (
	<section aria-labelledby={id} className={className}>
		<h2 id={id} className={isLarge ? "text-2xl" : "text-xl"}>
			{title}
		</h2>
		{children}
	</section>
);
