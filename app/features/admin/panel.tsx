import { type Key, type ReactNode, useId } from "react";

type Item = { key: Key; name: ReactNode; note?: ReactNode; value: ReactNode };

type Props = {
	title: string;
	aside?: ReactNode;
	items: Item[];
	emptyText?: string;
	ordered?: boolean;
};

export function Panel({ title, aside, items, emptyText, ordered }: Props) {
	const id = useId();
	const List = ordered ? "ol" : "ul";
	return (
		<section
			aria-labelledby={id}
			className="grid content-start gap-3 rounded-md border border-base-300 p-5"
		>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 id={id} className="text-xl">
					{title}
				</h2>
				<span className="text-sm text-muted">{aside}</span>
			</div>
			{items.length === 0 ? (
				<p className="text-muted">{emptyText}</p>
			) : (
				<List>
					{items.map(({ key, name, note, value }) => (
						<li
							key={key}
							className="flex min-h-11 items-center justify-between gap-4 border-t border-base-300 py-2 *:last:flex-none"
						>
							<div className="min-w-0">
								{name}
								{note && <p className="text-sm text-muted">{note}</p>}
							</div>
							{value}
						</li>
					))}
				</List>
			)}
		</section>
	);
}
