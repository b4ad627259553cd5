import { type ReactNode, useId } from "react";

type Props = {
	title: string;
	aside?: ReactNode;
	children: ReactNode;
};

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

export const NothingYet = ({ children }: { children: ReactNode }) => (
	<p className="text-muted">{children}</p>
);
