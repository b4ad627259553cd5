import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

/** Nothing here: an icon, one sentence, and (children) the next step, usually a LinkButton. */
export function EmptyState({
	icon,
	sentence,
	children,
}: {
	icon: IconName;
	sentence: string;
	children?: ReactNode;
}) {
	return (
		<div className="grid justify-items-center gap-4 rounded-md border border-dashed border-edge px-6 py-12 text-center">
			<Icon name={icon} size={32} />
			<p className="max-w-text">{sentence}</p>
			{children}
		</div>
	);
}
