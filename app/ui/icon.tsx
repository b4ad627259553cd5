import type { IconName } from "./icon-names.ts";
import sprite from "./icons.svg";

/** @param size - in px */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
	<svg aria-hidden width={size} height={size} className="shrink-0">
		<use href={`${sprite}#${name}`} />
	</svg>
);
