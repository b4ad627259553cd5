import type { ReactNode } from "react";

type Props = {
	/** For links to it; the heading's id is made from it. */
	id: string;
	title: string;
	/** At the end of the heading's line. */
	note?: ReactNode;
	children: ReactNode;
};

/** A part of the home page under a heavy rule. */
export function Section({ id, title, note, children }: Props) {
	return (
		<section id={id} aria-labelledby={`${id}-title`} className="section">
			<div className="wide">
				<div className="section-head">
					<h2 id={`${id}-title`}>{title}</h2>
					{note && <div>{note}</div>}
				</div>
				{children}
			</div>
		</section>
	);
}
