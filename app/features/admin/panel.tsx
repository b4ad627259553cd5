import { type ReactNode, useId } from "react";

type Props = {
	title: string;
	/** At the end of the heading's line. */
	aside?: ReactNode;
	children: ReactNode;
};

/** A part of the overview in a hairline box. */
export function Panel({ title, aside, children }: Props) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			className="grid content-start gap-3 rounded-md border border-base-300 p-5"
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 id={id} className="text-xl">
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}

/** What a panel says where there is nothing to list. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
	<p className="text-muted">{children}</p>
);
