import type { ReactNode, Ref } from "react";
import { Link } from "react-router";

const widths = { form: "max-w-md", text: "max-w-text", wide: "max-w-full" };

type Props = {
	title: string;
	lead?: ReactNode;
	width?: keyof typeof widths;
	back?: { to: string; label: string };
	actions?: ReactNode;
	headingRef?: Ref<HTMLHeadingElement> | undefined;
	/** Inside the dashboard, which has its own `main` and margins. */
	inDashboard?: boolean;
	children: ReactNode;
};

export function Page(props: Props) {
	const { title, lead, width = "wide", back, actions, headingRef, inDashboard, children } = props;
	const content = (
		<div className={inDashboard ? "" : "wide py-8 lg:py-12"}>
			<div className={`grid gap-6 ${widths[width]} ${inDashboard ? "" : "mx-auto"}`}>
				<header className="grid gap-2">
					{back && (
						<Link to={back.to} className="link justify-self-start text-sm print:hidden">
							{back.label}
						</Link>
					)}
					<div className="flex flex-wrap items-end justify-between gap-4">
						<h1
							ref={headingRef}
							className={inDashboard ? "text-3xl" : ""}
							tabIndex={headingRef ? -1 : undefined}
						>
							{title}
						</h1>
						{actions}
					</div>
					{lead && <p className="max-w-text text-lg text-muted">{lead}</p>}
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
