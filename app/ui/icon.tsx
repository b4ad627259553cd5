import type { IconName } from "./icon-names.ts";

/** @param size px */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
	return (
		<svg aria-hidden width={size} height={size} className="shrink-0">
			<use href={`/icons.svg#${name}`} />
		</svg>
	);
}
