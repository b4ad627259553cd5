import type { ReactNode } from "react";
import type { Flash } from "#app/lib/context.ts";
import { alertTones } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";

/** On wide screens, text next to a link is truncated, because two lines would cover the end of a tool's name. */
export const Message = ({ text, link }: Omit<Flash, "kind">) => (
	<div className="grid min-w-0 justify-items-start justify-self-stretch md:flex md:gap-3">
		<span className="md:not-only:truncate">{keepUnitsTogether(text)}</span>
		{link && (
			<a href={link.href} className="link flex-none">
				{link.label}
			</a>
		)}
	</div>
);

type ToastProps = {
	kind: Flash["kind"];
	children: ReactNode;
	/** On phones, a toast covers the header, so it gets a close button as soon as a script can handle it. */
	canDismiss?: boolean;
	onDismiss?: () => void;
};

export function Toast({ kind, children, canDismiss = true, onDismiss }: ToastProps) {
	const { className, icon } = alertTones[kind];
	return (
		<div className={className}>
			<Icon name={icon} />
			{children}
			{canDismiss && (
				<button
					type="button"
					aria-label="Dismiss"
					className="absolute end-0 top-0 tap-target md:top-0.5 noscript:hidden"
					onClick={onDismiss}
				>
					<Icon name="x" />
				</button>
			)}
		</div>
	);
}
